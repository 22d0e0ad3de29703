import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether disks of a certain size can be made here; tried in a mount namespace of its own, which leaves nothing behind. */
export const CAN_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** An empty folder that `mountAt` can put a disk at, and the function that removes both. */
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
