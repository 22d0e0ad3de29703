import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readProject } from '../../../src/formats/bots/bot-formats';
import type { StoredField } from '../../../src/formats/bots/bot-project';
import { readProjectFiles } from '../../../src/formats/bots/project-files';
import { writeProject } from '../../../src/formats/bots/write-project';
import { wireName } from '../../../src/formats/chatbot/application-folder';
import { folderOf } from '../../support/bot-files';
import { rasaProjects } from '../../support/random-bots';

const PROJECTS = Number(process.env['BOT_PROJECTS'] ?? 60);

type Trees = Readonly<Record<string, unknown>>;

async function thereAndBack(files: Readonly<Record<string, string>>, language: string | undefined) {
  const { lists, report: read } = await readProject(folderOf(files), 'rasa', language);
  const wired = Object.entries(lists).map(([list, objects]) => [
    list,
    objects.map(({ fields }) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [wireName(name), value])),
    ),
  ]);
  const field = JSON.parse(JSON.stringify(Object.fromEntries(wired))) as StoredField;
  const { content, report: written } = writeProject(field, 'rasa', 'bot');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  const path = join(folderOf({}), 'project.zip');
  writeFileSync(path, Buffer.concat(chunks));
  const dropped = [...read.rows, ...written.rows].filter((row) => row.dropped > 0);
  return { trees: treesOf(await readProjectFiles(path)), dropped };
}

function treesOf(files: Iterable<readonly [string, Buffer | string]>): Trees {
  return Object.fromEntries(Array.from(files, ([path, bytes]) => [path, parse(bytes.toString()) as unknown]));
}

test(
  'random projects of Rasa go in and out again, whatever language they are said to have',
  async () => {
    const language = fc.constantFrom(undefined, 'yo');
    await fc.assert(
      fc.asyncProperty(rasaProjects, language, async (files, given) => {
        const { trees, dropped } = await thereAndBack(files, given);
        expect(dropped).toEqual([]);
        expect(trees).toEqual(treesOf(Object.entries(files)));
      }),
      { numRuns: PROJECTS },
    );
  },
  30_000 + PROJECTS * 500,
);
