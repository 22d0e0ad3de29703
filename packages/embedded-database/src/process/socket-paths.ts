import { join } from 'node:path';

/**
 * Maximum length of the path of a socket, in bytes: sun_path has 108 bytes on Linux and 104 on macOS, with a final
 * zero.
 */
const MAX_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;
/** The longest name of a socket. */
const MAX_SOCKET_NAME_LENGTH = 'db.sock-4194304';

/** Paths of the sockets of a data folder. */
export interface SocketPaths {
  readonly folder: string;
  /** Link to the socket of the running engine: the address that clients use. The driver requires the ending .sock. */
  readonly current: string;
}

/**
 * @param dataDir absolute path of the data folder
 * @throws Error if the path of the folder is too long for a socket in it
 */
export function socketPaths(dataDir: string): SocketPaths {
  const folder = join(dataDir, 'run');
  const longest = join(folder, MAX_SOCKET_NAME_LENGTH);
  if (Buffer.byteLength(longest) > MAX_PATH_BYTES) {
    throw new Error(
      `The path of the data folder ${dataDir} is too long: a socket in it, such as ${longest}, would have ` +
        `${Buffer.byteLength(longest)} bytes, and the limit is ${MAX_PATH_BYTES}. Choose a shorter one.`,
    );
  }
  return { folder, current: join(folder, 'db.sock') };
}
