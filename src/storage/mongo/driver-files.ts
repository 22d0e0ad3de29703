import { createRequire } from 'node:module';

/** The driver that mongoose itself uses, of which there may be another copy beside. */
const load = createRequire(require.resolve('mongoose'));

/**
 * Files of the driver that hold what is patched, and that it does not export. Where all programs are in one file, so is the driver, and the
 * build puts these files of it here (`scripts/build/programs.mjs`).
 */
export const driverFiles = {
  'mongodb/lib/cmap/connection.js': load('mongodb/lib/cmap/connection.js') as unknown,
  'mongodb/lib/sdam/server.js': load('mongodb/lib/sdam/server.js') as unknown,
};
