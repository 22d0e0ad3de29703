// Loaded into a server. On SIGUSR2, it writes the URLs of the scripts of which a function has run since the previous signal.
const { readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { fileURLToPath } = require('node:url');

/** Name of the getter that the compiler generates for an export. Reading a constant of another file does not count as running a function of it. */
const EXPORT = /^(get \w+ ?|function ?)\(\) \{\s*return \w+;\s*\}$/;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    const hasRun = ({ url, functions }) => {
      const run = functions.map(({ ranges: [range] }) => range).filter(({ count }) => count > 0);
      if (run.length === 0 || !url.startsWith('file:')) return false;
      const text = readFileSync(fileURLToPath(url), 'utf8');
      return run.some(({ startOffset, endOffset }) => !EXPORT.test(text.slice(startOffset, endOffset)));
    };
    const file = `${process.env.EXECUTED_FILES}.${process.pid}`;
    writeFileSync(file, JSON.stringify(result.filter(hasRun).map(({ url }) => url)));
  });
});
