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
 * Ownership is a listening socket under a number. A process that wants the folder listens on a socket of its own and
 * then links it to the number after the highest one; `link` is atomic and refuses a name that exists, so that of two
 * rivals one gets the number. Whether the owner lives is asked by connecting: the kernel refuses the moment it is dead,
 * also after kill -9. A file with a process id would not do (ids are used again, and differ between containers), nor
 * would binding to one fixed name (who removes a dead one may remove the rival's that has just come); Node has no flock.
 *
 * @param server begins to listen; when the folder is another's, it is closed again
 * @returns whether this process owns the folder now
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
      // The number had been cleared away while this process was slow: somebody has a higher one.
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

/** Points the fixed name at the new socket; a rename replaces the old link in one step. */
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
