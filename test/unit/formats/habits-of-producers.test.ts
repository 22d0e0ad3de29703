import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import type { JsonObject } from '../../../src/shared/json';
import { exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-habits-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const contentsOf = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source));

/** The text of a file that was imported and exported, with one text changed between. */
async function exportedText(path: string, format: string, [from, to]: readonly [string, string] = ['', '']) {
  const all = await read(path);
  const articles = all.articles.map(({ publicId, source }) => {
    const translations = readArticle(source).translations.map((one) =>
      one.content === from ? Object.assign({}, one, { content: to }) : one,
    );
    return { publicId, source: from === '' ? source : Object.assign({}, source, { translations }) };
  });
  const back = await exported(format, { ...all, articles }, path.slice(path.lastIndexOf('.')));
  return readFileSync(back, 'utf8');
}

const lift = (entries: string, version = '0.13') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="${version}" producer="test">\n${entries}</lift>\n`;

const WORD = '<lexical-unit><form lang="bm"><text>baara</text></form></lexical-unit>';

describe('LIFT', () => {
  it('of early versions of WeSay has semantic domains', async () => {
    const sense = '<sense id="s"><trait name="SemanticDomainDdp4" value="5.1 Household equipment"/></sense>';
    const { articles } = await read(file('wesay.lift', lift(`<entry id="a">${WORD}${sense}</entry>`)));

    expect(readArticle(articles[0]!.source).domains).toMatchObject([
      { sense: 1, content: '5.1 Household equipment' },
    ]);
  });

  it('has labels of dialects and codes of anthropologists', async () => {
    const traits = ['dialect-labels', 'anthro-code'].map((name) => `<trait name="${name}" value="Segu"/>`);
    const { articles } = await read(
      file('labels.lift', lift(`<entry id="a">${WORD}<sense id="s">${traits.join('')}</sense></entry>`)),
    );

    expect(readArticle(articles[0]!.source)).toMatchObject({
      usages: [{ sense: 1, type: 'dialect-labels', content: 'Segu' }],
      domains: [{ sense: 1, scheme: 'anthro-code', content: 'Segu' }],
    });
  });

  test('reads fields of FieldWorks and of a project as notes of their kind, except import residue', async () => {
    const path = file(
      'fields.lift',
      lift(
        `<entry id="a" guid="11111111-1111-4111-8111-111111111111">${WORD}` +
          '<field type="literal-meaning"><form lang="en"><text>hand thing</text></form></field>' +
          '<field type="Plural"><form lang="bm"><text>baaraw</text></form></field>' +
          '<field type="import-residue"><form lang="en"><text>\\zz</text></form></field>' +
          '<sense id="s"><gloss lang="en"><text>work</text></gloss>' +
          '<field type="scientific-name"><form lang="la"><text>Labor</text></form></field></sense></entry>\n',
      ),
    );
    expect((await contentsOf(path))[0]?.notes).toEqual([
      { lang: 'en', type: 'literal', content: 'hand thing' },
      { lang: 'bm', type: 'Plural', content: 'baaraw' },
      { lang: 'la', type: 'scientific-name', content: 'Labor', sense: 1 },
    ]);
  });

  test.each([
    ['baara_11111111-1111-4111-8111-111111111111', 'baara'],
    ['baara kɛ_ID0ESGAC', 'baara kɛ'],
    ['baara', 'baara'],
    ['11111111-1111-4111-8111-111111111111', undefined],
    ['LX000012', undefined],
  ])('a relation to %s leads to the word %s', async (ref, target) => {
    const path = file(
      'relations.lift',
      lift(`<entry id="a">${WORD}<relation type="BaseForm" ref="${ref}"/></entry>\n`),
    );
    expect((await contentsOf(path))[0]?.relations).toEqual([
      { type: 'BaseForm', ref, ...(target === undefined ? {} : { target }) },
    ]);
  });

  test('a variant of a word is no part of it', async () => {
    const relation = (trait: string) =>
      `<relation type="_component-lexeme" ref="baara_1"><trait name="${trait}" value="x"/></relation>`;
    const entries = `<entry id="a">${WORD}${relation('variant-type')}${relation('complex-form-type')}</entry>\n`;
    const path = file('variants.lift', lift(entries));

    expect((await contentsOf(path))[0]?.relations).toMatchObject([
      { type: 'component', ref: 'baara_1' },
      { type: 'variant of', ref: 'baara_1' },
    ]);
    expect((await exportedText(path, 'lift')).replace(/>\s+</gu, '><')).toContain(relation('variant-type'));
  });

  test('recordings of definitions and examples are files, not texts', async () => {
    const recorded = (name: string) => `<form lang="bm-Zxxx-x-audio"><text>${name}</text></form>`;
    const text = (lang: string, words: string) => `<form lang="${lang}"><text>${words}</text></form>`;
    const example = `<example>${recorded('so.wav')}${text('bm', 'So ka bon.')}</example>`;
    const sense = `<sense id="s"><definition>${recorded('def.wav')}${text('fr', 'maison')}</definition>${example}</sense>`;
    const path = file('recorded.lift', lift(`<entry id="a" guid="g">${WORD}${sense}</entry>\n`));

    const [content] = await contentsOf(path);
    expect(content).toMatchObject({
      translations: [{ lang: 'fr', content: 'maison' }],
      definitions: [{ lang: 'fr', content: 'maison' }],
      examples: [{ content: 'So ka bon.', href: 'so.wav' }],
      media: [{ sense: 1, kind: 'audio', href: 'def.wav' }],
    });
    expect(content?.translations).toHaveLength(1);
    expect((await exportedText(path, 'lift')).replace(/>\s+</gu, '><')).toContain(sense);
  });

  test.each([
    ['woman; femme', 'wife; femme', ['wife', 'femme']],
    ['woman; femme', 'wife', ['wife']],
  ])('the glosses of an etymology are one text, %s: %s is written as %j', async (given, changed, written) => {
    const glosses = (texts: readonly string[]) =>
      texts.map((one, at) => `<gloss lang="${['en', 'fr'][at]}"><text>${one}</text></gloss>`).join('');
    const etymology = `<etymology type="proto" source="Mande"><form lang="bm"><text>muso</text></form>${glosses(['woman', 'femme'])}</etymology>`;
    const path = file('glosses.lift', lift(`<entry id="a" guid="g">${WORD}${etymology}</entry>\n`));
    const all = await read(path);
    const [article] = all.articles;
    const { etymologies } = readArticle(article!.source);
    expect(etymologies).toMatchObject([{ form: 'muso', gloss: given }]);

    const [etymon] = article!.source['etymologies'] as unknown as readonly JsonObject[];
    const source = { ...article!.source, etymologies: [{ ...etymon, gloss: changed }] };
    const back = await exported('lift', { ...all, articles: [{ ...article!, source }] }, '.lift');
    expect(readFileSync(back, 'utf8').replace(/>\s+</gu, '><')).toContain(
      etymology.replace(glosses(['woman', 'femme']), glosses(written)),
    );
  });

  test('kinds of fields are texts like any other', async () => {
    const field = '<field type="constructor"><form lang="en"><text>a note</text></form></field>';
    const path = file('kinds.lift', lift(`<entry id="a" guid="g">${WORD}${field}</entry>\n`));
    expect((await contentsOf(path))[0]?.notes).toEqual([
      { type: 'constructor', lang: 'en', content: 'a note' },
    ]);
  });

  test('a text that is a mark as a whole is written without white space, which would be of the text', async () => {
    const text = '<text><span class="Hyperlink" href="silfw://localhost/link">to 1.2</span></text>';
    const note = `<note type="reference"><form lang="bm">${text}</form></note>`;
    const path = file('marked.lift', lift(`<entry id="a" guid="g">${WORD}<sense>${note}</sense></entry>\n`));
    expect(await exportedText(path, 'lift')).toContain(text);
  });

  test('exports a file of an earlier version as 0.13, which imports without changes', async () => {
    const path = file('early.lift', lift(`<entry id="a" guid="g">${WORD}</entry>\n`, '0.12'));
    const text = await exportedText(path, 'lift');
    expect(text).toContain('<lift version="0.13" producer="test">');
    expect((await read(file('again.lift', text))).articles).toEqual((await read(path)).articles);
  });
});

describe('TEI', () => {
  const TEI =
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>\n' +
    '<entry xml:id="a"><form type="lemma"><orth>boire</orth></form><sense><seg><gloss>avaler</gloss></seg>' +
    '<seg><seg><cit type="translationEquivalent"><quote xml:lang="pt">beber</quote></cit></seg></seg>' +
    '<seg><cit type="example"><quote>boire du thé</quote>' +
    '<cit type="translation"><quote xml:lang="pt">beber chá</quote></cit></cit></seg></sense></entry>\n' +
    '</body></text></TEI>\n';

  test('places content of a segment at the position of the segment', async () => {
    const path = file('segments.tei', TEI);
    expect((await contentsOf(path))[0]).toMatchObject({
      translations: [{ lang: 'pt', content: 'beber', sense: 1 }],
      definitions: [{ type: 'gloss', content: 'avaler', sense: 1 }],
      examples: [{ content: 'boire du thé', lang: 'pt', target: 'beber chá', sense: 1 }],
    });
    expect(await exportedText(path, 'tei', ['beber', 'tomar'])).toBe(
      (await exportedText(path, 'tei')).replace('>beber<', '>tomar<'),
    );
  });

  const etymon = (word: string) =>
    `<cit type="etymon"><lang>Ge'ez</lang><form><orth xml:lang="gez">${word}</orth></form><gloss>house</gloss></cit>`;

  test.each([
    ['an etymon', etymon('bet'), [{ language: "Ge'ez", form: 'bet', gloss: 'house' }]],
    [
      'several etymons',
      `${etymon('bet')} &lt; ${etymon('bayt')}`,
      [
        { language: "Ge'ez", form: 'bet', gloss: 'house' },
        { language: "Ge'ez", form: 'bayt', gloss: 'house' },
      ],
    ],
    [
      'an etymon in a sentence',
      `perhaps from ${etymon('bet')}`,
      [{ language: "Ge'ez", form: 'bet', gloss: 'house' }, { content: "perhaps from Ge'ezbethouse" }],
    ],
    ['a sentence', 'from <lang>Kongo</lang> <mentioned>buta</mentioned>', [{ content: 'from Kongo buta' }]],
  ])('an etymology with %s', async (_, text, etymologies) => {
    const etym = `<etym type="inheritance">${text}</etym>`;
    const path = file('etymology.tei', TEI.replace('<sense>', `${etym}<sense>`));

    expect((await contentsOf(path))[0]?.etymologies).toEqual(
      etymologies.map((one) => ({ type: 'inheritance', ...one })),
    );
    expect(await exportedText(path, 'tei')).toContain(etym);
  });

  test('citations of no type are examples, and white space between words is of the text', async () => {
    const quote = '<quote><s><w>A</w> <w>ka</w> <w>so</w><pc>.</pc></s></quote>';
    const path = file(
      'citations.tei',
      TEI.replace(/<cit type="example">.*?<\/cit><\/cit>/su, `<cit>${quote}<bibl>song</bibl></cit>`),
    );
    expect((await contentsOf(path))[0]?.examples).toMatchObject([
      { content: 'A ka so.', reference: 'song', sense: 1 },
    ]);
    expect(await exportedText(path, 'tei')).toContain(`<cit>${quote}<bibl>song</bibl></cit>`);
  });
});
