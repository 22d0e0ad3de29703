import { linkSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { join } from 'node:path';
import type { SocketPaths } from './socket-paths';

/** Number of dead sockets of earlier owners that are kept, so that a slow rival cannot reuse a number. */
const KEPT_GENERATIONS = 16;

/**
 * Makes this process the only owner of a data folder, unless another process owns it.
 *
 * Ownership is a listening socket whose name is a number. A process that wants the folder listens on a new socket and
 * links it to the number after the highest one. `link` is atomic and fails if the name exists, so only one of two
 * rivals gets the number. To check whether the owner is alive, a process connects to it: the kernel refuses the
 * connection as soon as the owner is dead, also after kill -9. A file with a process id does not suffice, because ids
 * are reused and differ between containers. Nor does a socket with a fixed name, because a process that removes a dead
 * socket could remove the new one of a rival. Node has no flock.
 *
 * @param server begins to listen; it is closed again if another process owns the folder
 * @returns whether this process now owns the folder
 */
export async function ownFolder({ folder, current }: SocketPaths, server: Server): Promise<boolean> {
  const own = join(folder, `new-${process.pid}`);
  rmSync(own, { force: true });
  server.listen(own);
  await once(server, 'listening');
  try {
    for (;;) {
      const last = highestGeneration(folder);
      if (last > 0 && (await isAlive(join(folder, String(last))))) return false;
      if (!linkIfFree(own, join(folder, String(last + 1)))) continue;
      if (highestGeneration(folder) === last + 1) {
        publish(current, last + 1);
        removeOld(folder, last + 1);
        return true;
      }
      // The number was removed in the meantime, so another process has a higher one.
      rmSync(join(folder, String(last + 1)));
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function highestGeneration(folder: string): number {
  return Math.max(0, ...generations(folder));
}

function generations(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => (/^[1-9]\d*$/.test(name) ? [Number(name)] : []));
}

function linkIfFree(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Points the fixed name to the new socket. A rename replaces the old link atomically. */
function publish(current: string, generation: number): void {
  const fresh = `${current}-${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(String(generation), fresh);
  renameSync(fresh, current);
}

function removeOld(folder: string, generation: number): void {
  for (const old of generations(folder)) {
    if (old <= generation - KEPT_GENERATIONS) rmSync(join(folder, String(old)), { force: true });
  }
}

async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return false;
    if (code === 'EAGAIN') return true; // so many knock that the queue is full
    throw error;
  } finally {
    socket.destroy();
  }
}
