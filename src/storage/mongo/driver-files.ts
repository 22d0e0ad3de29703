import { createRequire } from 'node:module';

/** Loads modules of the driver that mongoose uses, because another copy of the driver may be installed. */
const load = createRequire(require.resolve('mongoose'));

/**
 * Files of the driver with the patched classes, which it does not export. In the bundle of all programs, the build
 * inserts these files here (`scripts/build/programs.mjs`).
 */
export const driverFiles = {
  'mongodb/lib/cmap/connection.js': load('mongodb/lib/cmap/connection.js') as unknown,
  'mongodb/lib/sdam/server.js': load('mongodb/lib/sdam/server.js') as unknown,
};
