const { rmSync } = require('node:fs');

/** Removes the temporary files of all tests; a process that is ending may still write one. */
module.exports = () => {
  rmSync(process.env.TMPDIR, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
};
