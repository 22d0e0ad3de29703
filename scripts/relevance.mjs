// Runs the measurement of relevance. Without arguments, on the queries and dictionaries that stand beside the project.
//
//   npm run relevance [-- --queries FILE FOLDER...]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const beside = join(root, '..', 'shared');
const queries = join(beside, 'relevance', 'dev.jsonl');

function standing() {
  const data = join(beside, 'data');
  const folders = readdirSync(data).map((name) => join(data, name));
  return ['--queries', queries, ...folders.filter((folder) => existsSync(join(folder, 'articles.jsonl')))];
}

const given = process.argv.slice(2);
if (given.length === 0 && !existsSync(queries)) {
  console.log('There are no queries beside the project: relevance was not measured.');
} else {
  const args = [
    join(root, 'dist', 'cli', 'griot.js'),
    'relevance',
    ...(given.length > 0 ? given : standing()),
  ];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
