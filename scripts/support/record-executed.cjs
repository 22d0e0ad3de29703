// Loaded into a server: on SIGUSR2, writes the URLs of the scripts of which a function has run since the signal before.
const { writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

process.on('SIGUSR2', () => {
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    const hasRun = ({ functions }) => functions.some(({ ranges: [range] }) => range.count > 0);
    const file = `${process.env.EXECUTED_FILES}.${process.pid}`;
    writeFileSync(file, JSON.stringify(result.filter(hasRun).map(({ url }) => url)));
  });
});
