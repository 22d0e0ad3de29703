import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PathCounts } from '../../../src/formats/files/loss-report';
import { newDescription } from '../../../src/formats/files/stated-facts';
import { formatOf } from '../../../src/formats/formats';
import type { ReadOptions } from '../../../src/formats/files/entry-source';

const folder = mkdtempSync(join(tmpdir(), 'griot-stated-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Describes the new dictionary of a file, which is the first of those that are given. */
async function described(files: Readonly<Record<string, string>>, options: ReadOptions = {}) {
  const own = mkdtempSync(join(folder, 'file-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), text);
  }
  const [name = ''] = Object.keys(files);
  const { open } = await formatOf(join(own, name));
  const source = await open(join(own, name), options);
  for await (const entry of source.entries(new PathCounts())) expect(entry.problem).toBeUndefined();
  const description = newDescription('words', name, source.stated?.() ?? {});
  const { longName, language, targetLanguages, license } = description;
  return { longName, language, targetLanguages, license };
}

const NOTHING = { longName: 'words', language: null, targetLanguages: [], license: null };

const lift = (lang: string) =>
  `<lift version="0.13"><entry id="a"><lexical-unit><form lang="${lang}"><text>kuu</text></form></lexical-unit></entry></lift>`;

describe('a dictionary in LIFT', () => {
  test.each([
    ['bam', 'bm'],
    ['sag-Latn', 'sg-Latn'],
    ['bci-x-village', 'bci'],
    ['qaa-x-kuu', null],
    ['und', null],
    ['vernacular', null],
  ])('with headwords marked %s is in %s', async (lang, language) => {
    expect(await described({ 'words.lift': lift(lang) })).toEqual({ ...NOTHING, language });
  });
});

describe('a dictionary in TEI', () => {
  const ENTRY =
    '<entry><form><orth>kuu</orth></form><sense><cit type="trans"><quote>mort</quote></cit></sense></entry>';
  const tei = (title: string, more = '', entry = ENTRY) =>
    `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>${title}</title></titleStmt>${more}</fileDesc></teiHeader><text><body>${entry}</body></text></TEI>`;

  it('takes its languages from a title that names two, before the header', async () => {
    const declared = '<language ident="br" n="source"/><language ident="fr" n="target"/>';

    expect(await described({ 'words.tei': tei('Wolof - French words &amp; more', declared) })).toEqual({
      longName: 'Wolof - French words & more',
      language: 'wo',
      targetLanguages: ['fr'],
      license: null,
    });
  });

  it('takes them from the header, otherwise from the file name, otherwise from the entries', async () => {
    const declared =
      '<language ident="sus" role="objectLanguage"/><language ident="fr" role="targetLanguage"/>';

    expect(await described({ 'words.tei': tei('Mots', declared) })).toMatchObject({
      language: 'sus',
      targetLanguages: ['fr'],
    });
    expect(await described({ 'sus-fra.tei': tei('Mots') })).toMatchObject({
      language: 'sus',
      targetLanguages: ['fr'],
    });
    const entry = ENTRY.replace('<entry>', '<entry xml:lang="sus">');
    expect(await described({ 'words.tei': tei('Mots', '', entry) })).toMatchObject({
      language: 'sus',
      targetLanguages: [],
    });
  });

  it('has the URL of its licence, or its text if it is short', async () => {
    const available = (text: string) => tei('Mots', `<availability>${text}</availability>`);
    const address = 'https://example.org/by-4.0';

    expect(
      await described({ 'words.tei': available(`<licence target="${address}">Free for all</licence>`) }),
    ).toMatchObject({ license: address });
    expect(await described({ 'words.tei': available('<p>Free\n for all</p>') })).toMatchObject({
      license: 'Free for all',
    });
    expect(
      await described({ 'words.tei': available(`<p>${'Free for all. '.repeat(30)}</p>`) }),
    ).toMatchObject({ license: null });
  });
});

test('a header of nothing but beginnings is read in the time that its length takes', async () => {
  const beginnings = ['<availability>', '<availability><ref ', '<language ', '<title '];
  const start = process.cpuUsage();
  for (const one of beginnings) {
    const comment = `<!--${one.repeat(40_000)}-->`;
    const text = `<TEI><teiHeader>${comment.repeat(4)}</teiHeader><text><body><entry><form><orth>kuu</orth></form></entry></body></text></TEI>`;
    expect(await described({ 'words.tei': text })).toMatchObject({ language: null });
  }

  // Each beginning with all that follow it would take a minute.
  expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
});

describe('a dictionary in DMLex', () => {
  const stated = { longName: 'Susu words', language: 'sus', targetLanguages: ['fr', 'en'], license: null };

  it('states its facts in XML', async () => {
    const text = `<lexicographicResource xmlns="http://docs.oasis-open.org/lexidma/ns/dmlex-1.0" langCode="sus" title="Susu words"><entry id="a"><headword>kuu</headword></entry><translationLanguage langCode="fra"/><translationLanguage langCode="en"/></lexicographicResource>`;

    expect(await described({ 'words.xml': text })).toEqual(stated);
  });

  it('states its facts in JSON', async () => {
    const resource = {
      langCode: 'sus',
      title: 'Susu words',
      entries: [{ headword: 'kuu' }],
      translationLanguages: ['fra', 'en'],
    };

    expect(await described({ 'words.json': JSON.stringify(resource) })).toEqual(stated);
  });
});

describe('a dictionary in CLDF', () => {
  const column = (name: string, property: string) => ({
    name,
    propertyUrl: `http://cldf.clld.org/v1.0/terms.rdf#${property}`,
  });
  const table = (url: string, kind: string, columns: readonly unknown[]) => ({
    url,
    'dc:conformsTo': `http://cldf.clld.org/v1.0/terms.rdf#${kind}`,
    tableSchema: { columns },
  });
  const METADATA = JSON.stringify({
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    'dc:conformsTo': 'http://cldf.clld.org/v1.0/terms.rdf#Dictionary',
    'dc:title': 'Susu words',
    'dc:license': 'CC0-1.0',
    tables: [
      table('entries.csv', 'EntryTable', [column('ID', 'id'), column('Headword', 'headword')]),
      table('languages.csv', 'LanguageTable', [column('ID', 'id'), column('Code', 'iso639P3code')]),
    ],
  });
  const ENTRIES = 'ID,Headword\n1,kuu\n';

  it.each([
    ['the code to which all words refer', ['sus', 'sus'], 'sus'],
    ['unknown where words refer to several', ['sus', 'bm'], null],
    ['unknown where a word refers to none', ['sus', ''], null],
    ['unknown where a name is no code', ['Kambaata', 'Kambaata'], null],
  ])('without a table of languages has one that is %s', async (_, names, language) => {
    const columns = [column('ID', 'id'), column('Headword', 'headword'), column('Lang', 'languageReference')];
    const tables = [table('entries.csv', 'EntryTable', columns)];
    const files = {
      'cldf-metadata.json': JSON.stringify({ ...(JSON.parse(METADATA) as object), tables }),
      'entries.csv': ['ID,Headword,Lang', ...names.map((name, at) => `${at},kuu,${name}`), ''].join('\n'),
    };

    expect((await described(files)).language).toBe(language);
  });

  it.each([
    ['the one of its table of languages', 'ID,Code\nl1,sus\n', 'sus'],
    ['unknown where the table has several', 'ID,Code\nl1,sus\nl2,bm\n', null],
    ['unknown where the table is missing', undefined, null],
  ])('has a language that is %s', async (_, languages, language) => {
    const files = {
      'cldf-metadata.json': METADATA,
      'entries.csv': ENTRIES,
      ...(languages !== undefined && { 'languages.csv': languages }),
    };

    expect(await described(files)).toEqual({
      longName: 'Susu words',
      language,
      targetLanguages: ['en'],
      license: 'CC0-1.0',
    });
  });
});

describe('other files', () => {
  it('of a Wiktionary state the languages of words and glosses', async () => {
    const word = (code: string) =>
      `${JSON.stringify({ word: 'kuu', lang: 'Susu', lang_code: code, pos: 'noun', senses: [{ glosses: ['death'] }] })}\n`;

    expect(await described({ 'words.jsonl': word('sus') + word('sus') })).toMatchObject({
      language: 'sus',
      targetLanguages: ['en'],
    });
    expect(await described({ 'words.jsonl': word('sus') + word('bm') })).toMatchObject({ language: null });
  });

  it('with columns state the languages of their translations', async () => {
    expect(await described({ 'words.csv': 'word,pos,French,English\nkuu,n,mort,death\n' })).toEqual({
      ...NOTHING,
      targetLanguages: ['fr', 'en'],
    });
  });

  it('with markers state the languages that were given for their letters', async () => {
    const file = { 'words.sfm': '\\lx kuu\n\\ps n\n\\ge death\n' };

    expect(await described(file, { languages: 'v:sus,n:fr' })).toEqual({
      ...NOTHING,
      language: 'sus',
      targetLanguages: ['fr'],
    });
    expect(await described(file)).toEqual(NOTHING);
  });
});
