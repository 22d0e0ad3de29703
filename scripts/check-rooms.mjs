// Checks that no directory of sources has more than 16 files. A larger one must be divided by topic.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_FILES = 16;

const sources = ['src', ...readdirSync('packages').map((name) => join('packages', name, 'src'))];

const crowded = sources.flatMap(roomsUnder).filter(({ files }) => files > MAX_FILES);
for (const { folder, files } of crowded)
  console.error(`${folder} has ${files} files, more than ${MAX_FILES}`);
process.exitCode = crowded.length === 0 ? 0 : 1;

function roomsUnder(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const inner = entries.filter((entry) => entry.isDirectory());
  return [
    { folder, files: entries.filter((entry) => entry.isFile()).length },
    ...inner.flatMap(({ name }) => roomsUnder(join(folder, name))),
  ];
}
