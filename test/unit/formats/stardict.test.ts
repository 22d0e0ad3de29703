import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readArticle } from '../../../src/domain/reading/read-article';
import { getStarDict, putStarDict } from '../../../src/formats/stardict/stardict-lens';
import type { JsonObject } from '../../../src/shared/json';
import { exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-stardict-'));

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Files as programs write them: kinds `t` and `m` of all words, packed texts, other words in `.syn`. */
function written(): string {
  const said = ['ba\u0000a\nfather', 'ŋa\u0000to laugh'].map((text) => Buffer.from(text));
  const words = ['baba', 'ŋa'].map((word) => Buffer.from(`${word}\u0000`));
  const idx = Buffer.concat(
    words.flatMap((word, at) => [word, number(at * (said[0]?.length ?? 0)), number(said[at]?.length ?? 0)]),
  );
  const base = join(folder, 'words');
  writeFileSync(`${base}.idx`, idx);
  writeFileSync(`${base}.dict.dz`, gzipSync(Buffer.concat(said)));
  writeFileSync(`${base}.syn`, Buffer.concat([Buffer.from('nga\u0000'), number(1)]));
  writeFileSync(
    `${base}.ifo`,
    "StarDict's dict ifo file\nversion=2.4.2\nbookname=Words\nauthor=A. Diop\nwordcount=2\nsynwordcount=1\n" +
      `idxfilesize=${idx.length}\nsametypesequence=tm\n`,
  );
  return `${base}.ifo`;
}

test('reads words with their texts, and other spellings as variants', async () => {
  const { articles, problems } = await read(written());

  expect(problems).toEqual([]);
  expect(articles.map(({ source }) => readArticle(source))).toMatchObject([
    {
      entry: { headword: 'baba', variants: [] },
      pronunciations: [{ notation: 'ipa', content: 'ba' }],
      definitions: [{ content: 'a\nfather' }],
    },
    { entry: { headword: 'ŋa', variants: [{ headword: 'nga' }] }, definitions: [{ content: 'to laugh' }] },
  ]);
});

test('accepts two dictionaries in one folder', async () => {
  const package_ = readFileSync(await exported('stardict', await read(written()), '.zip'), 'latin1');

  for (const extension of ['dict', 'idx', 'syn', 'ifo']) expect(package_).toContain(`my_words.${extension}`);
});

test('exports the same words, with only the changed definition different', async () => {
  const first = await read(written());

  const back = await read(await exported('stardict', first, '.zip'));
  expect(back.articles).toEqual(first.articles);

  const articles = first.articles.map(({ publicId, source }, index) => {
    const change: JsonObject = index === 0 ? { definitions: [{ content: 'CHANGED' }] } : {};
    return { publicId, source: { ...source, ...change } };
  });
  const changed = await read(await exported('stardict', { articles, files: first.files }, '.zip'));
  const withoutDigests = (article: unknown) => JSON.stringify(article).replace(/"readAs":"[^"]*"/, '');
  expect(withoutDigests(changed.articles[0])).toBe(
    withoutDigests(first.articles[0]).replaceAll('a\\nfather', 'CHANGED'),
  );
  expect(changed.articles[1]).toEqual(first.articles[1]);
  expect(changed.files.get('stardict/ifo')).toContain('author=A. Diop');
});

test('reports a truncated index and missing texts', async () => {
  const path = written();
  writeFileSync(path.replace('.ifo', '.idx'), Buffer.from('baba\u0000\u0000'));

  await expect(read(path)).rejects.toThrow(/the index ends inside a word/u);

  writeFileSync(
    path.replace('.ifo', '.idx'),
    Buffer.concat([Buffer.from('x\u0000'), number(0), number(9000)]),
  );
  expect((await read(path)).problems).toEqual([expect.stringMatching(/points past the end/u)]);
});

test('refuses too many other spellings, also of a single word', async () => {
  const path = written();
  const one = Buffer.concat([Buffer.from('a\u0000'), number(1)]);
  writeFileSync(path.replace('.ifo', '.syn'), Buffer.alloc(one.length * 500_001, one));

  await expect(read(path)).rejects.toThrow(/more than 500000 words/u);
});

test('refuses words that are not text, and accepts a byte order mark before the facts', async () => {
  const words = ['good', 'bad\u0001', 'wrong'].map((word) => Buffer.from(`${word}\u0000`));
  const said = Buffer.from([0x61, 0x62, 0xff]);
  const base = join(folder, 'damaged');
  writeFileSync(`${base}.idx`, Buffer.concat(words.flatMap((word, at) => [word, number(at), number(1)])));
  writeFileSync(`${base}.dict`, said);
  writeFileSync(`${base}.ifo`, "\uFEFFStarDict's dict ifo file\nversion=2.4.2\nsametypesequence=m\n");
  const { articles, problems } = await read(`${base}.ifo`);

  expect(articles.map(({ source }) => readArticle(source).entry.headword)).toEqual(['good']);
  expect(problems).toEqual([
    expect.stringMatching(/^line 2, .*has U\+0001, which is not allowed in text/u),
    expect.stringMatching(/^line 3, .*"wrong", or its text, is not UTF-8/u),
  ]);
});

test('reads the visible text of HTML pages: lines, letters and characters', async () => {
  const html =
    '<div>&Eacute;t&eacute; &ndash; &#353;&#x0161;&scaron; &oelig;uvre</div><i>&laquo;a &lt; b&raquo;</i><br>&unknown; &hearts &#0;&#xD800;';
  const base = join(folder, 'page');
  writeFileSync(`${base}.idx`, Buffer.concat([Buffer.from('a\u0000'), number(0), number(html.length)]));
  writeFileSync(`${base}.dict`, html);
  writeFileSync(`${base}.ifo`, "StarDict's dict ifo file\nversion=2.4.2\nsametypesequence=h\n");
  const { articles } = await read(`${base}.ifo`);

  expect(readArticle(articles[0]!.source).definitions).toEqual([
    { content: 'Été – ššš œuvre\n«a < b»\n&unknown; &hearts &#0;&#xD800;' },
  ]);
});

test('the word at the beginning of XDXF is not part of the definition, and stays where it is changed', () => {
  const tree = { word: 'ji', pieces: [{ type: 'x', text: '<k>ji</k>\n<gr>n</gr> eau' }], synonyms: [] };
  const content = readArticle(getStarDict(tree));
  expect(content.definitions).toEqual([{ content: 'n eau' }]);

  const changed = Object.assign({}, content, { definitions: [{ content: 'eau & jus' }] });
  expect(putStarDict(tree, changed).pieces).toEqual([{ type: 'x', text: '<k>ji</k>\neau &amp; jus' }]);
  expect(putStarDict(tree, content)).toEqual(tree);
});

test('the parts of an article of XDXF are lines, and its word is not a part of the text', () => {
  const text = '<ar><k>ji</k><gr>n</gr><dtrn>eau</dtrn>, <dtrn>jus</dtrn><ex>Ji min</ex></ar>';
  const tree = { word: 'ji', pieces: [{ type: 'x', text }], synonyms: [] };
  const typed = getStarDict(tree);
  expect(readArticle(typed).definitions).toEqual([{ content: 'n eau, jus\nJi min' }]);

  const changed = readArticle({ ...typed, definitions: [{ content: 'eau' }] });
  expect(putStarDict(tree, changed).pieces).toEqual([{ type: 'x', text: '<ar><k>ji</k>eau</ar>' }]);
});
