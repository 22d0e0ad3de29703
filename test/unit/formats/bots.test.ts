import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { botFormatNamed, readProject } from '../../../src/formats/bots/bot-formats';
import { writeProject } from '../../../src/formats/bots/write-project';
import { type BotProject, projectOf, type StoredField } from '../../../src/formats/bots/bot-project';
import { readProjectFiles } from '../../../src/formats/bots/project-files';
import { wireName } from '../../../src/formats/chatbot/application-folder';
import type { JsonObject } from '../../../src/shared/json';
import { CLU, DIALOGFLOW, folderOf, RASA } from '../../support/bot-files';

type Files = Readonly<Record<string, string>>;

/** The objects of a field as documents return them. */
async function imported(files: Files, format: string, language?: string) {
  const { lists, report } = await readProject(folderOf(files), format, language);
  const wired = Object.entries(lists).map(([list, objects]) => [
    list,
    objects.map(({ fields }) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [wireName(name), value])),
    ),
  ]);
  return { field: JSON.parse(JSON.stringify(Object.fromEntries(wired))) as StoredField, report };
}

/** The written files, read by other means. */
async function exported(field: StoredField, format: string) {
  const { content, report } = writeProject(field, format, 'travel');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  const path = join(folderOf({}), format === 'clu' ? 'project.json' : 'project.zip');
  writeFileSync(path, Buffer.concat(chunks));
  return { files: canonical(await readProjectFiles(path)), report, path };
}

function canonical(files: ReadonlyMap<string, Buffer | string>): Record<string, unknown> {
  const parsed = Array.from(files, ([name, bytes]) => {
    const text = bytes.toString();
    return [name, name.endsWith('.py') ? text : (parse(text) as unknown)] as const;
  });
  return Object.fromEntries(parsed);
}

const FIXTURES: readonly (readonly [format: string, files: Files, secrets: readonly string[]])[] = [
  ['rasa', RASA, ['credentials.yml', 'endpoints.yml']],
  ['dialogflow', DIALOGFLOW, []],
  ['clu', CLU, []],
];

/** The typed members alone: nothing of what was kept. */
const bare = (field: StoredField): StoredField => ({ ...field, requests: [] });

test.each([undefined, 'yo'].flatMap((language) => FIXTURES.map((one) => [...one, language] as const)))(
  '%s goes in and out again, but for secrets and comments, whatever language it is said to have: %#',
  async (format, files, secret, language) => {
    const { field, report } = await imported(files, format, language);
    const written = await exported(field, format);

    const expected = canonical(new Map(Object.entries(files).filter(([name]) => !secret.includes(name))));
    if (format === 'dialogflow')
      Object.assign(expected, {
        'agent.json': {
          ...(expected['agent.json'] as object),
          webhook: { url: 'https://example.org/', available: true },
        },
      });
    expect(written.files).toEqual(expected);
    expect(JSON.stringify([field, written.files])).not.toContain('SECRET');
    expect(written.report.rows.filter(({ dropped }) => dropped > 0)).toEqual([]);
    for (const { seen, typed, kept, dropped } of report.rows) expect(seen).toBe(typed + kept + dropped);
    const reasons = Object.fromEntries(
      report.rows.flatMap(({ path, reason }) => (reason ? [[path, reason]] : [])),
    );
    expect(reasons).toEqual(
      {
        rasa: { 'file credentials.yml': 'SECRET', 'file endpoints.yml': 'SECRET', comments: 'COMMENT' },
        dialogflow: { 'agent.json webhook.username': 'SECRET', 'agent.json webhook.headers': 'SECRET' },
        clu: {},
      }[format],
    );
  },
);

test('reads a Rasa project', async () => {
  const { field, report } = await imported(RASA, 'rasa');
  const { intents, entities, templates } = projectOf(field, 'travel');

  expect(intents.map(({ name, params, utterances }) => [name, params, utterances['sw']?.length])).toEqual([
    ['greet', { template: 'welcome' }, 4],
    ['book', {}, 3],
    ['faq/opening', {}, 2],
  ]);
  expect(intents[1]?.utterances['sw']?.slice(1)).toEqual([
    {
      text: 'Kiti cha kesho 😀 kwenda Ŋgorongoro',
      spans: [
        { start: 9, end: 14, entity: 'day' },
        { start: 24, end: 34, entity: 'city' },
      ],
    },
    { text: 'Kwenda NBO', spans: [{ start: 7, end: 10, entity: 'city', value: 'Nairobi' }] },
  ]);
  expect(entities).toEqual([
    {
      name: 'city',
      language: 'sw',
      values: [
        { value: 'Mombasa', synonyms: [] },
        { value: 'Nairobi', synonyms: ['NBO', 'Jiji la kijani'] },
      ],
    },
    { name: 'day', language: null, values: [] },
  ]);
  expect(templates.map(({ name, responses }) => [name, responses['sw']])).toEqual([
    ['welcome', ['Karibu!', 'Habari {name}']],
    ['book', ['Kiti kwenda {city}.']],
    ['faq/opening', ['yes']],
  ]);
  expect(report.rows.find(({ path }) => path === 'nlu[synonym of no entity].examples')).toMatchObject({
    kept: 1,
  });
});

test('reads a Dialogflow agent', async () => {
  const { field } = await imported(DIALOGFLOW, 'dialogflow');
  const { intents, entities, templates } = projectOf(field, 'travel');

  expect(intents[1]?.params).toEqual({
    parameters: [
      { name: 'to', entity: 'city', required: true, prompts: { en: ['Where to?'], fr: ['Où ?'] } },
      { name: 'when', entity: 'sys.date', required: false },
    ],
  });
  expect(intents[1]?.utterances['en']?.[0]).toEqual({
    text: 'a seat to Yaoundé 😀 today',
    spans: [
      { start: 10, end: 17, entity: 'city', role: 'to' },
      { start: 20, end: 25, entity: 'sys.date', role: 'when' },
    ],
  });
  expect(templates[1]?.responses).toEqual({
    en: ['A seat to {to} for $5.', 'Off to {to}!'],
    fr: ['Une place pour {to}.'],
  });
  expect(entities.map(({ language, values }) => [language, values.length])).toEqual([
    ['en', 2],
    ['fr', 1],
  ]);
});

type Edited = Readonly<Record<string, readonly unknown[]>>;

/** One of each thing that can change. */
function edited(field: StoredField, tag: string): StoredField {
  const change = (objects: StoredField['intents'], name: string, edit: (object: JsonObject) => object) =>
    objects.map((object) =>
      Object.values(object).includes(name) ? { ...object, ...edit(object) } : object,
    ) as StoredField['intents'];
  const replaced = (all: unknown, member: string, items: readonly unknown[], from = 1) => {
    const known = all as Edited;
    return { ...known, [member]: [...(known[member] ?? []).slice(from), ...items] };
  };
  return {
    ...field,
    intents: change(field.intents, 'book', ({ intent_utterances: all }) => ({
      intent_utterances: replaced(all, tag, ['Weka nafasi']),
    })),
    entities: change(field.entities, 'city', ({ language, entity_values: all }) =>
      language === tag
        ? { entity_values: replaced(all, 'values', [{ value: 'Arusha', synonyms: ['A'] }]) }
        : {},
    ),
    templates: change(field.templates, 'book', ({ template_responses: all }) => ({
      template_responses: replaced(all, tag, ['Sawa {to}.'], 9),
    })),
  };
}

test.each([
  ['rasa', RASA, 'sw'],
  ['dialogflow', DIALOGFLOW, 'en'],
  ['clu', CLU, 'sw'],
])('%s writes exactly the changes and keeps the rest', async (format, files, tag) => {
  const { field } = await imported(files, format);
  const changed = edited(field, tag);
  const { path, files: after, report } = await exported(changed, format);

  const again = await readProject(path, format);
  const wanted = projectOf(changed, 'travel');
  const read = botFormatNamed(format).read(new Map(Object.entries(after)) as never, tag);
  expect(sorted(read)).toEqual(sorted(wanted));
  expect(report.rows.filter(({ dropped }) => dropped > 0)).toEqual([]);
  expect(again.report.rows.some(({ dropped }) => dropped > 0)).toBe(false);
  const before = (await exported(field, format)).files;
  const differing = Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  expect(differing.toSorted()).toEqual(
    {
      rasa: ['data/nlu.yml', 'domain.yml'],
      dialogflow: ['entities/city_entries_en.json', 'intents/book.json', 'intents/book_usersays_en.json'],
      clu: ['project.json'],
    }[format] ?? [],
  );
});

/** The statements of a project, in one order. */
function sorted({ intents, entities, templates }: BotProject): unknown {
  const order = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map(order).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, inner]) => [name, order(inner)]),
    );
  };
  return order([intents, entities, templates]);
}

test.each([
  ['rasa', 'dialogflow'],
  ['rasa', 'clu'],
  ['dialogflow', 'rasa'],
  ['clu', 'rasa'],
])('converts a bot from %s to %s and reports data without a place', async (from, to) => {
  const { field } = await imported({ rasa: RASA, dialogflow: DIALOGFLOW, clu: CLU }[from] ?? {}, from);
  const { path, report } = await exported(field, to);
  const back = await readProject(path, to);

  for (const { seen, typed, kept, dropped, reason } of report.rows) {
    expect(seen).toBe(typed + kept + dropped);
    expect(dropped > 0).toBe(reason === 'NO_PLACE');
  }
  expect(report.rows.find(({ path: row }) => row === `original of ${from}`)?.dropped).toBeGreaterThan(0);
  const utterances = report.rows.find(({ path: row }) => row === 'intent_utterances');
  expect(utterances?.typed).toBe(
    Object.values(back.lists['intents'] ?? []).flatMap(({ fields }) =>
      Object.values(fields['intentUtterances'] as Record<string, string[]>).flat(),
    ).length,
  );
  expect((await exported(bare(field), to)).files).toEqual((await exported(bare(field), to)).files);
});

test.each([
  ['a tab', { 'domain.yml': 'intents:\n\t- greet\n' }, /domain\.yml: .*tab/iu],
  ['two documents', { 'domain.yml': 'intents: [a]\n---\nb: 1\n' }, /domain\.yml: .*multiple documents/u],
  [
    'aliases that explode',
    {
      'domain.yml': `a: &a [${'x,'.repeat(50)}]\nb: &b [${'*a,'.repeat(50)}]\nc: &c [${'*b,'.repeat(50)}]\nintents: [${'*c,'.repeat(50)}]\n`,
    },
    /alias/iu,
  ],
  ['deep nesting', { 'domain.yml': `intents: ${'['.repeat(20_000)}` }, /domain\.yml/u],
  ['a key twice', { 'domain.yml': 'intents: []\nintents: []\n' }, /unique/u],
  ['what is no number', { 'domain.yml': 'intents: [.nan]\n' }, /does not allow: NaN/u],
  ['another encoding', { 'domain.yml': 'intents: [é]' }, /not UTF-8/u],
  ['another format', { 'agent.json': '{}' }, /not a project of rasa/u],
])('a project with %s is refused with a reason', async (_, files, reason) => {
  const folder = folderOf(files);
  if (reason.source.includes('UTF'))
    writeFileSync(join(folder, 'domain.yml'), Buffer.from('intents: [\xe9]', 'latin1'));

  await expect(readProject(folder, 'rasa')).rejects.toThrow(reason);
});

test('recognises a single file by its content, whatever its name', async () => {
  const named = async (name: string, bytes: Buffer | string, format: string) => {
    const path = join(folderOf({}), name);
    writeFileSync(path, bytes);
    const { lists } = await readProject(path, format);
    return lists['intents']?.length;
  };
  const { field } = await imported(RASA, 'rasa');
  const chunks: Buffer[] = [];
  for await (const chunk of writeProject(field, 'rasa', 'travel').content) chunks.push(Buffer.from(chunk));
  const whole = field.intents.length;

  expect(await named('project.zip', Buffer.concat(chunks), 'rasa')).toBe(whole);
  expect(await named('upload', Buffer.concat(chunks), 'rasa')).toBe(whole);
  expect(await named('domain.txt.bak', 'intents: [greet]\n', 'rasa')).toBe(1);
  expect(await named('upload-1', Object.values(CLU)[0] ?? '', 'clu')).toBeGreaterThan(0);
});
