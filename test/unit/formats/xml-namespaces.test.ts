import { readFileSync } from 'node:fs';
import { readArticle } from '../../../src/domain/reading/read-article';
import { FileProblem } from '../../../src/formats/files/position';
import { formatOf } from '../../../src/formats/formats';
import { writtenFile } from '../../support/canonical-lift';
import { exported, read } from '../../support/format-files';

const TEI_NAMESPACE = 'http://www.tei-c.org/ns/1.0';

const HEADER =
  '<t:teiHeader><t:fileDesc><t:titleStmt><t:title>Bambara - French</t:title></t:titleStmt></t:fileDesc></t:teiHeader>';

const teiEntry = (inner: string, attributes = '') =>
  `<t:entry xml:id="e1" xml:lang="bm"${attributes}><t:form type="lemma"><t:orth>wari</t:orth></t:form>${inner}</t:entry>`;

const SENSE =
  '<t:sense xml:id="s1"><t:cit type="translationEquivalent"><t:quote xml:lang="fr">argent</t:quote></t:cit></t:sense>';

const tei = (entries: string, attributes = `xmlns:t="${TEI_NAMESPACE}"`) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<t:TEI ${attributes}>${HEADER}<t:text><t:body>\n${entries}\n</t:body></t:text></t:TEI>\n`;

const LIFT =
  '<?xml version="1.0" encoding="UTF-8"?>\n<lift:lift xmlns:lift="urn:lift" version="0.13">\n' +
  '<lift:entry id="a"><lift:lexical-unit><lift:form lang="bm"><lift:text>so</lift:text></lift:form></lift:lexical-unit>' +
  '<lift:sense id="s"><lift:gloss lang="fr"><lift:text>maison</lift:text></lift:gloss></lift:sense></lift:entry>\n</lift:lift>\n';

const DMLEX =
  '<?xml version="1.0" encoding="UTF-8"?>\n<dmlex:lexicographicResource xmlns:dmlex="http://docs.oasis-open.org/lexidma/ns/dmlex-1.0" langCode="bm">\n' +
  '<dmlex:entry id="a"><dmlex:headword>so</dmlex:headword><dmlex:sense id="s"><dmlex:headwordTranslation langCode="fr">' +
  '<dmlex:text>maison</dmlex:text></dmlex:headwordTranslation></dmlex:sense></dmlex:entry>\n' +
  '<dmlex:translationLanguage langCode="fr"/></dmlex:lexicographicResource>\n';

const contentsOf = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source));

const translationsIn = async (text: string, name = 'words.tei') =>
  (await contentsOf(writtenFile(text, name))).map(({ translations }) => translations);

async function writtenAgain(text: string, [format, ending]: readonly [string, string], french?: string) {
  const all = await read(writtenFile(text, `words${ending}`));
  const articles = all.articles.map(({ publicId, source }) => {
    const translations = readArticle(source).translations.map((one) =>
      Object.assign({}, one, { content: french }),
    );
    return { publicId, source: french === undefined ? source : Object.assign({}, source, { translations }) };
  });
  return readFileSync(await exported(format, { ...all, articles }, ending), 'utf8');
}

const squeezed = (text: string) => text.replace(/\s*\n\s*/gu, '').replace(/>\s+</gu, '><');

const FILES = [
  ['tei', '.tei', tei(teiEntry(SENSE))],
  ['lift', '.lift', LIFT],
  ['dmlex', '.xml', DMLEX],
] as const;

test.each(FILES)('%s with a prefix is recognised and read as without', async (_, ending, text) => {
  const french = ending === '.tei' ? 'argent' : 'maison';
  const path = writtenFile(text, `words${ending === '.tei' ? '.xml' : ending}`);
  const { articles } = await read(path);

  await expect(formatOf(path)).resolves.toBeDefined();
  expect(articles.map(({ source }) => readArticle(source))).toMatchObject([
    { senses: [{ number: 1 }], translations: [{ lang: 'fr', content: french, sense: 1 }] },
  ]);
  expect(articles[0]!.source).toHaveProperty('original.entry.0', expect.stringContaining(':entry'));
});

test.each(FILES)('%s with a prefix is written as it was', async (format, ending, text) => {
  expect(squeezed(await writtenAgain(text, [format, ending]))).toBe(squeezed(text));
});

test.each(FILES)('an edit of %s with a prefix changes that text alone', async (format, ending, text) => {
  const changed = text.replace(/argent|maison/u, 'case');

  expect(squeezed(await writtenAgain(text, [format, ending], 'case'))).toBe(squeezed(changed));
});

test('new elements and articles have the prefix of those around them', async () => {
  const all = await read(writtenFile(tei(teiEntry(SENSE)), 'words.tei'));
  const [first] = all.articles;
  const notes = [{ content: 'old' }];
  const articles = [
    { ...first!, source: Object.assign({}, first!.source, { notes }) },
    {
      publicId: 'b',
      source: { entry: { headword: 'so' }, translations: [{ lang: 'fr', content: 'maison' }] },
    },
  ];
  const path = await exported('tei', { ...all, articles }, '.tei');
  const text = readFileSync(path, 'utf8');

  expect(text).not.toMatch(/<\/?(?!t:)[a-zA-Z]/u);
  expect(await contentsOf(path)).toMatchObject([
    { entry: { headword: 'wari' }, notes: [{ content: 'old' }] },
    { entry: { headword: 'so' }, translations: [{ content: 'maison' }] },
  ]);
});

test('a file with a prefix and without entries gets new ones in its body', async () => {
  const all = await read(writtenFile(tei(''), 'words.tei'));
  const source = { entry: { headword: 'so' } };
  const text = readFileSync(
    await exported('tei', { ...all, articles: [{ publicId: 'b', source }] }, '.tei'),
    'utf8',
  );

  expect(text).toContain('<t:body>\n<t:entry xml:id="b"');
  expect(text).toMatch(/<\/t:entry>\s*<\/t:body>/u);
});

test('elements of another namespace are kept and not read', async () => {
  const other =
    '<t:note xmlns:t="urn:other">hidden</t:note><note>hidden</note><x:note xmlns:x="urn:x">hidden</x:note>' +
    `<note xmlns="${TEI_NAMESPACE}">shown</note><q:note xmlns:q="${TEI_NAMESPACE}">seen</q:note>`;
  const text = tei(teiEntry(SENSE + other));
  const [content] = await contentsOf(writtenFile(text, 'words.tei'));

  expect(content?.notes?.map((note) => note.content)).toEqual(['shown', 'seen']);
  expect(squeezed(await writtenAgain(text, ['tei', '.tei']))).toBe(squeezed(text));
});

test('entries are those of the namespace of the root, whichever prefix it has there', async () => {
  const plain = teiEntry(SENSE).replaceAll('t:', '');
  const inDefault = tei(plain, `xmlns:t="${TEI_NAMESPACE}" xmlns="${TEI_NAMESPACE}"`);
  const inBody = tei('').replace('<t:body>', `<t:body xmlns="${TEI_NAMESPACE}">${plain}`);
  const other = tei(
    `<entry>${SENSE}</entry>${teiEntry(SENSE)}`,
    `xmlns="urn:other" xmlns:t="${TEI_NAMESPACE}"`,
  );

  for (const text of [inDefault, inBody, other])
    await expect(translationsIn(text)).resolves.toMatchObject([[{ content: 'argent' }]]);
});

test.each([
  ['of the root', tei(teiEntry(SENSE), ''), 'line 2, column 1: the prefix of <t:TEI> is not declared'],
  [
    'of an entry',
    tei(teiEntry(SENSE).replaceAll('t:entry', 'u:entry')),
    'line 3, column 1: the prefix of <u:entry> is not declared',
  ],
])('a prefix %s that is not declared is an error with its position', async (_, text, message) => {
  await expect(read(writtenFile(text, 'words.tei'))).rejects.toThrow(message);
});

test('an entry with a prefix that is not declared is refused, and the others are read', async () => {
  const text = tei(`${teiEntry('<u:sense/>')}\n${teiEntry(SENSE).replace('e1', 'e2')}`);
  const problems: FileProblem[] = [];
  const path = writtenFile(text, 'words.tei');
  const source = await (await formatOf(path)).open(path, {});
  const ids: unknown[] = [];
  for await (const { publicId, problem } of source.entries({
    add: () => undefined,
    drop: () => undefined,
  } as never)) {
    ids.push(publicId);
    if (problem) problems.push(problem);
  }

  expect(ids).toEqual([undefined, 'e2']);
  expect(String(problems[0])).toMatch(/line 3, column \d+: unbound namespace prefix: "u"/u);
});

test.each([
  ['around entries', tei(nested(100, () => '<a>', '</a>', teiEntry(SENSE)))],
  ['for each level', tei(nested(101, (level) => `<a xmlns:p${level}="x">`, '</a>', teiEntry(SENSE)))],
  ['on an element around entries', tei(nested(1, () => `<a ${declarations(101)}>`, '</a>', teiEntry(SENSE)))],
  ['on an entry', tei(teiEntry(SENSE, ` ${declarations(101)}`))],
  ['within an entry', tei(teiEntry(nested(20, () => `<t:note ${declarations(6)}>`, '</t:note>', SENSE)))],
])('refuses more than a hundred levels or prefixes %s, which would take too much memory', async (_, text) => {
  const outcome = await read(writtenFile(text, 'words.tei')).then(
    ({ articles, problems }) => [articles.length, ...problems],
    (error: unknown) => [0, String(error)],
  );

  expect(outcome).toEqual([
    0,
    expect.stringMatching(
      /line \d+, column \d+: .*(?:more than 100 prefixes|nested deeper than 100 levels)/u,
    ),
  ]);
});

test('a prefix with the name of a property of objects has to be declared too', async () => {
  const file = writtenFile(tei('<constructor:entry xml:id="a"/>'), 'words.tei');

  await expect(read(file)).rejects.toThrow('the prefix of <constructor:entry> is not declared');
});

function nested(levels: number, opening: (level: number) => string, closing: string, inner: string): string {
  const all = Array.from({ length: levels }, (_, level) => opening(level));
  return all.join('') + inner + closing.repeat(levels);
}

function declarations(count: number): string {
  return Array.from({ length: count }, (_, index) => `xmlns:p${index}="x"`).join(' ');
}
