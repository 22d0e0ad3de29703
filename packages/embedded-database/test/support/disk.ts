import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this system can create disks of a given size. The check uses a separate mount namespace, so that nothing remains mounted. */
export const CAN_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** An empty folder at which `mountAt` can mount a disk, and a function that removes both. */
export async function diskFolder(): Promise<readonly [path: string, remove: () => Promise<void>]> {
  const path = await mkdtemp(join(tmpdir(), 'griot-disk-'));
  return [
    path,
    async () => {
      spawnSync('umount', ['--lazy', path]);
      await rm(path, { recursive: true, force: true });
    },
  ];
}

/** @param options of `mount`, such as `size=12m` */
export function mountAt(path: string, options: string): void {
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
}
