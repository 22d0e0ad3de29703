// The gateway as usually started. Sends its port to the benchmark.
import { createRequire } from 'node:module';

const log = console.log;
console.log = (line = '') => {
  const port = /GraphQL\s+\S+:(\d+)\/graphql/.exec(line)?.[1];
  if (port !== undefined) process.send({ port: Number(port) });
  else if (process.env.BENCH_VERBOSE) log(line);
};
createRequire(import.meta.url)('../../dist/main.js');
