// Measures the relevance of search. Without arguments, it runs the queries in the folder beside the project and those of the project, on the
// dictionaries beside the project.
//
//   npm run relevance [-- --queries FILE FOLDER...]
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const beside = join(root, '..', 'shared');
const own = join(root, 'test', 'relevance');
const queries = [
  join(beside, 'relevance', 'dev.jsonl'),
  join(own, 'queries.jsonl'),
  join(own, 'content.jsonl'),
];

function standing(file) {
  const data = join(beside, 'data');
  const folders = readdirSync(data).map((name) => join(data, name));
  // Only the queries for content name the sample dictionary. The others search all dictionaries, and expect those beside the project.
  if (file.endsWith('content.jsonl')) folders.push(join(root, 'samples', 'yor_eng_fra_griot'));
  return ['--queries', file, ...folders.filter((folder) => existsSync(join(folder, 'articles.jsonl')))];
}

function measure(args) {
  const command = [join(root, 'dist', 'bin', 'griot.js'), 'relevance', ...args];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}

const given = process.argv.slice(2);
if (given.length === 0 && !existsSync(queries[0])) {
  console.log('There are no queries beside the project: relevance was not measured.');
} else if (given.length > 0) {
  process.exitCode = measure(given);
} else {
  process.exitCode = Math.max(...queries.map((file) => measure(standing(file))));
}
