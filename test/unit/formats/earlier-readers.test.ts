import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Original } from '../../../src/domain/article/original';
import { readArticle } from '../../../src/domain/reading/read-article';
import { withOriginal } from '../../../src/formats/lens/read-items';
import type { Json, JsonObject } from '../../../src/shared/json';
import { exported, read } from '../../support/format-files';

/** A word with a related word, two translations, a plural and a sense, as files of each format have it. */
const FILES: readonly (readonly [format: string, end: string, text: string])[] = [
  [
    'sfm',
    '.sfm',
    '\\lx duman\n\\ps n\n\\sn 1\n\\ge food\n\\ge meal\n\\cf dun\n\\pl dumanw\n\\own kept\n\n\\lx dun\n\\ps v\n\\ge eat\n\n',
  ],
  [
    'lift',
    '.lift',
    `<?xml version="1.0" encoding="UTF-8"?>
<lift version="0.13">
<entry id="a">
<lexical-unit><form lang="bm"><text>duman</text></form></lexical-unit>
<relation type="Compare" ref="dun"/>
<sense id="s1"><grammatical-info value="n"/>
<gloss lang="en"><text>food</text></gloss>
<gloss lang="en"><text>meal</text></gloss>
<field type="own"><form lang="en"><text>kept</text></form></field>
</sense>
</entry>
</lift>
`,
  ],
  [
    'csv',
    '.csv',
    'headword,category,english,english 2,synonym,plural,own\r\nduman,n,food,meal,dun,dumanw,kept\r\n',
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'griot-readers-'));

/** What an earlier version of Griot stored: without related words and plurals, and with all translations in one. */
function asReadEarlier(source: JsonObject): JsonObject {
  const { original, relations, forms, translations, ...others } = source;
  const texts = translations as readonly { readonly lang: string; readonly content: string }[];
  const joined = { ...texts[0], content: texts.map(({ content }) => content).join(' ; ') };
  expect([relations, forms].some((list) => list !== undefined)).toBe(true);
  const { readAs, ...entry } = original as unknown as Original;
  expect(readAs).toBeDefined();
  return withOriginal({ ...others, translations: [joined] }, entry);
}

async function written(
  [format, end, text]: (typeof FILES)[number],
  change: (source: JsonObject) => JsonObject,
) {
  const path = join(folder, `words${end}`);
  writeFileSync(path, text);
  const { articles, files } = await read(path);
  const [first, ...others] = articles;
  if (!first) throw new Error('no article was read');
  const changed = { ...first, source: change(first.source) };
  const file = await exported(format, { articles: [changed, ...others], files }, end);
  return {
    text: readFileSync(file, 'utf8'),
    before: await plain(format, path, end),
    back: (await read(file)).articles,
  };
}

/** The file as it is written when nothing has changed. */
async function plain(format: string, path: string, end: string): Promise<string> {
  return readFileSync(await exported(format, await read(path), end), 'utf8');
}

const added = (source: JsonObject, member: string, items: Json[]): JsonObject => ({
  ...source,
  [member]: [...((source[member] as Json[] | undefined) ?? []), ...items],
});

describe.each(FILES)('what an earlier version read less of, in %s,', (...file) => {
  it('is written as imported', async () => {
    const { text, before } = await written(file, asReadEarlier);

    expect(text).toBe(before);
    expect(text).toContain('dun');
  });

  it('keeps unread data together with later changes by an editor', async () => {
    const { back } = await written(file, (source) => ({
      ...asReadEarlier(source),
      categories: [{ content: 'CHANGED', ...(file[0] === 'csv' ? {} : { sense: 1 }) }],
    }));

    const [article] = back.map(({ source }) => readArticle(source));
    expect(article).toMatchObject({ categories: [{ content: 'CHANGED' }] });
    expect(article?.translations.map(({ content }) => content)).toEqual(['food', 'meal']);
    expect(JSON.stringify(article?.relations)).toContain('dun');
  });

  it('writes what an editor adds, and removes what an editor removes', async () => {
    const more = [{ lang: 'en', content: 'ADDED' }];
    const { back: longer } = await written(file, (source) =>
      added(asReadEarlier(source), 'translations', more),
    );
    const { back: shorter } = await written(file, (source) => ({ ...source, relations: [] }));

    const contents = longer.map(({ source }) =>
      readArticle(source).translations.map(({ content }) => content),
    );
    expect(contents[0]).toEqual(expect.arrayContaining(['food', 'meal', 'ADDED']));
    expect(readArticle(shorter[0]?.source ?? {}).relations ?? []).toEqual([]);
  });
});

test.each(['version', 'before', 'readAs'])(
  'an imported entry whose %s is no text is a member of the writer',
  async (member) => {
    const entry = [
      ['lx', 'duman'],
      ['own', 'x'],
    ];
    const source = { entry: { headword: 'duman' }, original: { format: 'sfm', entry, [member]: 5 } };

    const file = await exported('sfm', { articles: [{ publicId: 'a', source }], files: new Map() }, '.sfm');

    expect(readFileSync(file, 'utf8')).toContain('\\lx duman');
    expect(readFileSync(file, 'utf8')).not.toContain('\\own');
  },
);
