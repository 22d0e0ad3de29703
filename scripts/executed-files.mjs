// Lists the files of the gateway of which a function runs for one request. The embedded database, a separate process, is not included.
//
//   npm run build && node scripts/executed-files.mjs ['/lexicon/articles/yor_eng_fra_griot?entries&limit=2']
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startGateway } from './support/gateway.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const recorder = fileURLToPath(new URL('support/record-executed.cjs', import.meta.url));
// Runs the compiled files instead of the bundle, which is one file.
const unbundled = ['-e', `require(${JSON.stringify(join(dist, 'bundle', 'programs.js'))}).server()`];
const [path = '/lexicon/articles/yor_eng_fra_griot?entries&limit=2'] = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), 'griot-executed-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const env = {
  MODE: 'development',
  RATE_LIMITS: 'on',
  NODE_OPTIONS: `--require=${recorder}`,
  EXECUTED_FILES: join(folder, 'files'),
};
const server = await startGateway(env, [], unbundled);
// Functions that run only for the first requests do not count.
await request();
await request();
await executed();
await request();
const files = await executed();
for (const file of files) console.log(file);
console.log(`${files.length} files`);
await server.stop();

async function request() {
  const response = await fetch(server.url + path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  await response.arrayBuffer();
}

async function executed() {
  const file = join(folder, `files.${server.processId}`);
  process.kill(server.processId, 'SIGUSR2');
  while (!existsSync(file)) await sleep(10);
  // The file exists before it is complete.
  await sleep(100);
  const urls = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(dist, fileURLToPath(url)))
    .filter((name) => !name.startsWith('..'))
    .sort();
}
