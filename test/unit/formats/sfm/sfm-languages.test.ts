import { writeFileSync } from 'node:fs';
import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { readArticle } from '../../../../src/domain/reading/read-article';
import type { ReadOptions } from '../../../../src/formats/files/entry-source';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { openSfm } from '../../../../src/formats/sfm/sfm-source';
import { writtenFile } from '../../../support/canonical-lift';

const previewOf = async (text: string, options = {}) =>
  (await openSfm(writtenFile(text, 'words.sfm'), options)).preview;
const RECORD = '\\lx jiri\n\\ge arbre\n\\gn tree\n\\dr\n\\xv A ka jiri.\n\\xn his tree\n';

test('asks for languages that nobody names, and reports the assumption of English', async () => {
  expect(await previewOf(RECORD)).toEqual([
    'The languages of \\gn, \\xn are unknown. Name them with --languages=n:TAG. The letter e is read as English.',
  ]);
  expect(await previewOf(RECORD, { languages: 'e:fr' })).toEqual([
    'The languages of \\gn, \\xn are unknown. Name them with --languages=n:TAG.',
  ]);
});

test.each<[string, string, ReadOptions]>([
  ['are named', RECORD, { languages: 'e:fr,n:en' }],
  ['are those that a map names', RECORD, { map: mapOf('gn', 'xn') }],
  ['have no texts', '\\lx jiri\n\\ge tree\n\\gn\n\\xv A ka jiri.\n', {}],
])('reports nothing about languages that %s', async (_, text, options) => {
  expect(await previewOf(text, options)).toEqual([]);
});

function mapOf(...markers: string[]): string {
  const meanings = markers.map((marker) => [marker, { to: 'notes' }] as const);
  return JSON.stringify({ markers: Object.fromEntries(meanings) });
}

const contentsOf = async (path: string, options: ReadOptions = {}) => {
  const articles: ArticleContent[] = [];
  for await (const { source } of (await openSfm(path, options)).entries(new PathCounts()))
    if (source !== undefined) articles.push(readArticle(source));
  return articles;
};

test('the letters f and p are French and Portuguese, as dictionaries of these countries have them', async () => {
  const text = '\\lx fàa\n\\gf père\n\\gp pai\n\\df chef\n\\rf T 12\n\\xv N fàa.\n\\xf Mon père.\n';
  const [father] = await contentsOf(writtenFile(text, 'words.sfm'));

  expect(father).toMatchObject({
    translations: [
      { lang: 'fr', content: 'père' },
      { lang: 'pt', content: 'pai' },
    ],
    definitions: [{ lang: 'fr', content: 'chef' }],
    examples: [{ content: 'N fàa.', lang: 'fr', target: 'Mon père.', reference: 'T 12' }],
  });
  expect(await previewOf(text)).toEqual([
    'The letter f is read as French. The letter p is read as Portuguese.',
  ]);
  expect(await previewOf(text, { languages: 'f:fr,p:pt' })).toEqual([]);
});

test('the database type of Toolbox names languages, unless it has those of its template', async () => {
  const path = writtenFile(RECORD, 'words.sfm');
  const marker = (name: string, language: string) =>
    `\\+mkr ${name}\n\\nam Text\n\\lng ${language}\n\\-mkr\n`;
  const type = marker('lx', 'Bambara') + marker('gn', 'French') + marker('gr', 'Regional');
  writeFileSync(path.replace('.sfm', '.typ'), `\\+DatabaseType Words\n${type}\\-DatabaseType\n`);
  const source = await openSfm(path, {});

  expect((await contentsOf(path))[0]?.translations).toMatchObject([{ lang: 'en' }, { lang: 'fr' }]);
  expect(source.preview).toEqual(['The letter n is read as fr, as the database type says.']);
  expect(source.stated?.()).toMatchObject({
    language: 'bm',
    targets: ['fr', undefined, undefined, undefined, undefined],
  });
  expect((await contentsOf(path, { languages: 'n:sw' }))[0]?.translations[1]).toMatchObject({ lang: 'sw' });
});

test('labels and glosses of FieldWorks have languages of their own', async () => {
  const text =
    '\\lx ba\n\\ps_fra \n\\ps_eng n\n\\ps_por nome\n\\sd_eng Animal\n\\sd_fra Animal\n\\is_fra 1.6\n\\lf_eng Whole\n\\lv_bam fìgi\n\\le_eng herd\n\\cf_bam sàga\n\\ce_eng sheep\n';
  const [goat] = await contentsOf(writtenFile(text, 'words.sfm'));

  expect(goat?.categories).toMatchObject([{ content: 'n' }]);
  expect(goat?.domains).toMatchObject([
    { content: 'Animal' },
    { scheme: 'index-of-semantics', content: '1.6' },
  ]);
  expect(goat?.relations).toEqual(
    expect.arrayContaining([
      { type: 'Whole', target: 'fìgi', gloss: 'herd' },
      { type: 'see', target: 'sàga', gloss: 'sheep' },
    ]),
  );
});

test.each([
  ['\\va_bam báa\n\\g_eng goat\n\\d_fra une chèvre', { language: 'bm', targets: ['en', 'fr'] }],
  ['\\va_bam báa\n\\xv_dyu Ba.\n\\g_Nzz goat', { language: undefined, targets: [] }],
])('the tags of FieldWorks state the languages of a dictionary: %j', async (text, { language, targets }) => {
  const stated = (await openSfm(writtenFile(`\\lx ba\n${text}\n`, 'words.sfm'), {})).stated?.();

  expect(stated?.language).toBe(language);
  expect(stated?.targets?.filter(Boolean)).toEqual(targets);
});

const FRENCH = [
  ['arbre dont on mange les fruits', 'il est dans la cour de la maison'],
  ['maison où l’on vit avec sa famille', 'nous sommes dans la maison'],
  ['eau que l’on tire du puits pour la boire', 'elle a pris de l’eau avec une calebasse'],
];
const SWAHILI = [
  ['mti wenye matunda ya kuliwa', 'upo katika ua wa nyumba yetu'],
  ['nyumba ya kuishi pamoja na familia', 'tuko ndani ya nyumba yetu leo'],
  ['maji ya kisima kwa ajili ya kunywa', 'amechota maji kwa kibuyu kikubwa'],
];
const dictionaryOf = (texts: readonly (readonly string[])[]) =>
  texts.map(([dn, xn], at) => `\\lx w${at}\n\\dn ${dn}\n\\xv aa\n\\xn ${xn}\n`).join('\n');

test('the national language is recognised by sentences, and told before anything is stored', async () => {
  const path = writtenFile(dictionaryOf(FRENCH), 'words.sfm');

  expect((await contentsOf(path))[0]).toMatchObject({
    definitions: [{ lang: 'fr' }],
    examples: [{ lang: 'fr' }],
  });
  const source = await openSfm(path, {});
  expect(source.preview).toEqual([
    'The letter n is read as fr, as its texts suggest (--languages=n:TAG changes this).',
  ]);
  expect(source.stated?.().targets).toContain('fr');
  expect((await contentsOf(path, { languages: 'n:x-own' }))[0]?.definitions).toMatchObject([
    { lang: 'x-own' },
  ]);
});

test.each([
  ['of a language without stop words', dictionaryOf(SWAHILI)],
  ['of few words', dictionaryOf(FRENCH.slice(0, 1))],
])('texts %s leave the national language unknown', async (_, text) => {
  const [first] = await contentsOf(writtenFile(text, 'words.sfm'));
  expect(first?.definitions).toMatchObject([{ lang: 'x-national' }]);
});
