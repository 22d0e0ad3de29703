import { NO_FACTS } from '../../src/domain/dictionary/dictionary-languages';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importFile } from '../../src/formats/files/import-file';
import { openLift } from '../../src/formats/lift/lift-source';
import { liftText } from '../../src/formats/lift/write-lift';
import { canonicalLift, liftEntry, liftOf, writtenFile } from '../support/canonical-lift';
import { type CommandResult, runCommand } from '../support/command';
import type { AccountServer } from '../support/accounts';
import { useCommandServer } from '../support/command-server';
import { NO_ORIGINALS, originals } from '../support/originals';

let accounts: AccountServer;
let id: string;

useCommandServer('lift', (given) => {
  ({ accounts, id } = given);
});

const run = (command: string, ...args: string[]): Promise<CommandResult> =>
  runCommand(command, args, accounts.server.env);

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function exported(): Promise<string> {
  const { code, stdout, stderr } = await run('export', '--format=lift', id);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

const WRITE = `mutation ($id: ID!, $content: ArticleContentInput!) {
  updateArticle(dictionary: $id, number: "1", input: { content: $content }) { article { number } userErrors { code message } }
}`;

async function write(content: unknown): Promise<void> {
  const { errors } = await accounts.graphql(WRITE, { id, content }, accounts.admin);
  expect(errors).toEqual([]);
}

test('exports a file as imported, and a second import changes nothing', async () => {
  const path = writtenFile(liftOf(liftEntry('1', 'one'), liftEntry('2', 'two')));

  const first = await run('import', path, `--dictionary=${id}`);

  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain(
    `${id}: 2 added, 0 changed, 0 unchanged, 0 edited here; the dictionary is new.`,
  );
  expect(first.stdout).toContain('lexical-unit/form/@lang: 2 of 2');
  expect(canonicalLift(await exported())).toBe(canonicalLift(readFileSync(path, 'utf8')));
  expect((await run('import', path, `--dictionary=${id}`)).stdout).toContain(
    '0 added, 0 changed, 2 unchanged',
  );
});

test('a typed write changes exactly the named members in the exported file', async () => {
  const text = liftOf(liftEntry('1', 'one'), liftEntry('2', 'two'));
  await run('import', writtenFile(text), `--dictionary=${id}`);

  await write({ translations: [{ lang: 'en', content: 'first' }] });

  expect(canonicalLift(await exported())).toBe(canonicalLift(text.replace('one', 'first')));
});

test('a later file updates what it changes and keeps what was edited on this server', async () => {
  await run(
    'import',
    writtenFile(liftOf(liftEntry('1', 'one'), liftEntry('2', 'two'), liftEntry('3', 'three'))),
    `--dictionary=${id}`,
  );
  await write({ translations: [{ lang: 'en', content: 'first' }] });

  const path = writtenFile(
    liftOf(liftEntry('0', 'new'), liftEntry('1', 'uno'), liftEntry('2', 'due'), liftEntry('3', 'three')),
  );
  const { stdout } = await run('import', path, `--dictionary=${id}`);

  expect(stdout).toContain(`${id}: 1 added, 1 changed, 1 unchanged, 1 edited here.`);
  expect(stdout).toContain('00000000-0000-4000-8000-000000000001');
});

test('a dry run writes nothing and reports the same', async () => {
  const path = writtenFile(liftOf(liftEntry('1', 'one')));
  const [dry, wet] = ['dry.json', 'wet.json'].map((name) => join(dirname(path), name)) as [string, string];

  const first = await run('import', path, `--dictionary=${id}`, '--dry-run', `--report=${dry}`);
  expect(first.stdout).toContain('Dry run: nothing was written.');
  expect((await run('export', '--format=lift', id)).code).toBe(1);

  await run('import', path, `--dictionary=${id}`, `--report=${wet}`);
  expect(readFileSync(dry, 'utf8')).toBe(readFileSync(wet, 'utf8'));
});

test('a malformed entry ends the import with its position, or is skipped and reported', async () => {
  const path = writtenFile(liftOf(liftEntry('1', 'one'), liftEntry('2', '&bomb;'), liftEntry('3', 'three')));

  const stopped = await run('import', path, `--dictionary=${id}`);
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toMatch(/line 7, column \d+: .*entity/u);

  const skipped = await run('import', path, `--dictionary=${id}`, '--bad-entries=skip');
  expect(skipped).toMatchObject({ code: 0 });
  expect(skipped.stdout).toContain('3 entries, 1 refused.');
  expect(skipped.stdout).toContain('Dropped: entry: 1 (REFUSED_ENTRY)');
});

test('a repeated identifier creates two articles, and is reported', async () => {
  const { stdout } = await run(
    'import',
    writtenFile(liftOf(liftEntry('1', 'one'), liftEntry('1', 'two'))),
    `--dictionary=${id}`,
  );

  expect(stdout).toContain('2 added');
  expect(stdout).toContain('this article becomes 00000000-0000-4000-8000-000000000001~2');
});

test('a deleted entry is a disabled article', async () => {
  const path = writtenFile(
    liftOf('<entry id="1" dateDeleted="2020-01-01T00:00:00Z"/>', liftEntry('2', 'two')),
  );
  await run('import', path, `--dictionary=${id}`);

  const { data } = await accounts.graphql(`{ articles(filter: { dictionary: "${id}" }) { totalCount } }`);
  expect(data).toEqual({ articles: { totalCount: 1 } });
  expect(canonicalLift(await exported())).toBe(canonicalLift(readFileSync(path, 'utf8')));
});

test('lists omit the imported entry, and a single article has it', async () => {
  await run('import', writtenFile(liftOf(liftEntry('1', 'one'))), `--dictionary=${id}`);

  const { data } = await accounts.graphql(
    `{ articles(filter: { dictionary: "${id}" }) { nodes { source text } } article(dictionary: "${id}", number: "1") { source } }`,
  );
  const found = data as {
    articles: { nodes: { source: object; text: string }[] };
    article: { source: object };
  };

  expect(found.articles.nodes[0]?.source).not.toHaveProperty('original');
  expect(found.articles.nodes[0]?.text).not.toContain('kept');
  expect(found.article.source).toHaveProperty('original.format', 'lift');
});

test('articles of other origin are written as entries, and imported again', async () => {
  await accounts.server.gateway.imports.importDictionary(
    { ...DESCRIPTION, dictionaryId: id },
    { dryRun: false, overwrite: false },
  );
  const source = {
    entry: { headword: 'ilé', variants: [{ headword: 'ulé', type: 'dialect' }] },
    category: 'n',
    class: [{ pair: '7/8' }],
    forms: [{ form: 'àwọn ilé', type: 'plural' }],
    translations: [{ lang: 'en', content: 'house' }],
    examples: [{ content: 'Ilé wà', lang: 'fr', target: 'La maison est là' }],
  };
  await accounts.server.gateway.imports.importArticles(id, [{ number: 1, publicId: 'a', source }], {
    dryRun: false,
    overwrite: false,
  });

  const path = writtenFile(await exported(), 'made.lift');
  await run('import', path, `--dictionary=${id}_b`);

  const { data } = await accounts.graphql(
    `query ($id: ID!) { articles(filter: { dictionary: $id }) { nodes { publicId content {
      entry { headword variants { headword type } } categories { content } classes { pair }
      forms { form type } translations { lang content } examples { content lang target } } } } }`,
    { id: `${id}_b` },
  );
  expect(data).toMatchObject({
    articles: {
      nodes: [
        {
          publicId: 'a',
          content: {
            entry: { headword: 'ilé', variants: [{ headword: 'ulé', type: 'dialect' }] },
            categories: [{ content: 'n' }],
            classes: [{ pair: '7/8' }],
            forms: [{ form: 'àwọn ilé', type: 'plural' }],
            translations: [{ lang: 'en', content: 'house' }],
            examples: [{ content: 'Ilé wà', lang: 'fr', target: 'La maison est là' }],
          },
        },
      ],
    },
  });
});

const TABLE =
  'N°;Mot;Français (|);Catégorie;Classe;Pluriel;Ex. 1;Ex. 1 (fr);Enquêteur;Remarques;Date\r\n' +
  '1;ɓaba;père|papa;n;1/2;ɓabaɓe;Ɓaba yaha.;Papa est parti.;A. Diop;rare;03/04\r\n' +
  '2;ŋeri;rire;v;;;;;B. Sow;;05/04\r\n';

test('a table with unusual columns is online after one command, and is exported as a workbook and as the same table', async () => {
  const path = writtenFile(TABLE, 'words.csv');

  const first = await run('import', path, `--dictionary=${id}`);
  expect(first.stdout).toContain('Enquêteur -> kept for export only');
  expect(first.stdout).toContain(`${id}: 2 added`);
  expect((await run('import', path, `--dictionary=${id}`)).stdout).toContain('Nothing changed.');
  const { data } = await accounts.graphql(
    `{ articles(filter: { dictionary: "${id}" }) { nodes { content { entry { headword } translations { lang content } } } } }`,
  );
  expect(data).toMatchObject({
    articles: {
      nodes: [
        {
          content: {
            entry: { headword: 'ɓaba' },
            translations: [
              { lang: 'fr', content: 'père' },
              { lang: 'fr', content: 'papa' },
            ],
          },
        },
        { content: { entry: { headword: 'ŋeri' }, translations: [{ lang: 'fr', content: 'rire' }] } },
      ],
    },
  });

  expect((await run('export', '--format=csv', id)).stdout).toBe(TABLE);
  const workbook = join(dirname(writtenFile('')), 'words.xlsx');
  const lift = await run('export', '--format=lift', id);
  expect(lift.stderr).toContain('Left out: imported table entry: Enquêteur: 2 of 2');
  const lines = join(dirname(workbook), 'words.jsonl');
  await run('export', '--format=jsonl', `--out=${lines}`, id);
  expect((await run('import', lines, `--dictionary=${id}`)).stdout).toContain('2 unchanged');
  expect(await run('export', '--format=xlsx', `--out=${workbook}`, id)).toMatchObject({ code: 0 });
  const again = await run('import', workbook, `--dictionary=${id}_b`);
  expect(again.stdout).toContain('Enquêteur -> kept for export only');
  expect((await run('export', '--format=csv', `${id}_b`)).stdout.replaceAll(',', ';')).toBe(TABLE);
});

test('a file that is truncated, or not LIFT, is reported with the position', async () => {
  const cut = liftOf(liftEntry('1', 'one'), liftEntry('2', 'two')).slice(0, -40);
  const [first, second] = [
    await run('import', writtenFile(cut), `--dictionary=${id}`),
    await run('import', writtenFile('<words><entry/></words>', 'other.lift'), `--dictionary=${id}_b`),
  ];

  expect(first).toMatchObject({ code: 1 });
  expect(first.stderr).toMatch(/line \d+, column \d+: the file ends/u);
  expect(first.stdout).toContain('1 added');
  expect(second).toMatchObject({ code: 1 });
  expect(second.stderr).toMatch(/line 1, column 1: .*<lift>/u);
});

const NAMES = [
  ...['abbreviatedName', 'comment', 'description', 'longName', 'publication', 'reviewVersion', 'reviewYear'],
  ...['shortName', 'source', 'sourceAuthors', 'targetAuthors', 'searchProfile'],
] as const;
const NOTHING_SAID = Object.fromEntries(NAMES.map((name) => [name, null])) as Record<
  (typeof NAMES)[number],
  null
>;
const DESCRIPTION = { ...NO_FACTS, ...NOTHING_SAID };

const FILES = [...originals('lift', '.lift'), ...originals('', '.lift')];
if (FILES.length === 0) test.skip(NO_ORIGINALS, () => undefined);
else
  test.each(FILES.map((path) => [basename(path), path]))(
    '%s is exported as it was imported',
    async (name, path) => {
      const { imports, exports } = accounts.server.gateway;
      const source = await openLift(path, {});
      const rules = { dictionaryId: id, name, dryRun: false, overwrite: false, skipBadEntries: false };

      const { report, ending } = await importFile(imports, source, rules);

      expect(ending).toBeUndefined();
      for (const { seen, typed, kept, dropped } of report.rows) expect(seen).toBe(typed + kept + dropped);
      const text = await textOf(liftText(await exports.open(id)));
      expect(canonicalLift(text)).toBe(canonicalLift(readFileSync(path, 'utf8')));
      const again = await importFile(imports, source, rules);
      expect(again.articles).toMatchObject({ added: 0, updated: 0, edited: 0 });
    },
    600_000,
  );
