import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { formatOf } from '../../../../src/formats/formats';
import type { JsonObject } from '../../../../src/shared/json';
import { exported, read, type Read } from '../../../support/format-files';

const LABELS = {
  'grammatical-info': { 'n.c': { en: 'common noun', fr: 'nom commun' }, Verb: { en: 'Verb', fr: 'Verbe' } },
  'anthro-code': { '901': { fr: 'Proverbes' }, '902': { en: 'Riddles' }, '903': {} },
  'semantic-domain-ddp4': { '1.1 Sky': { en: 'Sky', fr: 'Ciel' } },
  Plants: { p7: { fr: 'céréale' } },
};

function ranges(labels: Readonly<Record<string, Readonly<Record<string, object>>>>): string {
  const form = ([lang, text]: readonly [string, string]) =>
    `<form lang="${lang}"><text>${text}</text></form>`;
  const element = ([code, texts]: readonly [string, object]) =>
    `<range-element id="${code}"><label>${Object.entries(texts).map(form).join('')}</label></range-element>`;
  const range = ([name, values]: readonly [string, Readonly<Record<string, object>>]) =>
    `<range guid="g" id="${name}">${Object.entries(values).map(element).join('\n')}</range>`;
  return `<lift-ranges>${Object.entries(labels).map(range).join('\n')}</lift-ranges>`;
}

const trait = (name: string, value: string) => `<trait name="${name}" value="${value}"/>`;
const SENSE = [
  '<sense id="s"><grammatical-info value="n.c"/><gloss lang="fr"><text>mil</text></gloss>',
  trait('semantic-domain-ddp4', '1.1 Sky'),
  ...['901', '902', '903'].map((code) => trait('anthro-code', code)),
  `${trait('Plants', 'p7')}</sense>`,
].join('');
const WORDS = `<entry id="a"><lexical-unit><form lang="wo"><text>dugub</text></form></lexical-unit>${SENSE}</entry>`;
const lift = (header = '') => `<lift version="0.13">${header}\n${WORDS}\n</lift>\n`;

function files(contents: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot-ranges-'));
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(folder, name), text);
  return join(folder, Object.keys(contents)[0]!);
}

const contentOf = ({ articles }: Read) => readArticle(articles[0]!.source);
const textsOf = (items: readonly { readonly content?: string }[] | undefined) =>
  items?.map(({ content }) => content);

describe('labels of ranges', () => {
  it('are read in the language of the glosses, else in another', async () => {
    const path = files({ 'words.lift': lift(), 'words.lift-ranges': ranges(LABELS) });
    const { categories, domains, notes } = contentOf(await read(path));

    expect(textsOf(categories)).toEqual(['nom commun']);
    expect(textsOf(domains)).toEqual(['1.1 Ciel', 'Proverbes', 'Riddles', '903']);
    expect(notes).toMatchObject([{ type: 'Plants', content: 'céréale' }]);
  });

  it('are read from the only ranges file, of any name, and from the header', async () => {
    const renamed = files({ 'words.lift': lift(), 'export.lift-ranges': ranges(LABELS) });
    expect(textsOf(contentOf(await read(renamed)).categories)).toEqual(['nom commun']);

    const header = `<header>${ranges(LABELS).replaceAll('lift-ranges', 'ranges')}</header>`;
    const inside = files({ 'words.lift': lift(header) });
    expect(textsOf(contentOf(await read(inside)).categories)).toEqual(['nom commun']);
  });

  it('are not needed: codes remain without them, and after an error in the ranges file', async () => {
    const alone = files({ 'words.lift': lift() });
    expect(textsOf(contentOf(await read(alone)).categories)).toEqual(['n.c']);

    const damaged = files({
      'words.lift': lift(),
      'words.lift-ranges': ranges(LABELS).replace(
        '<range guid="g" id="anthro',
        '<a><b></a><range id="anthro',
      ),
    });
    const { categories, domains } = contentOf(await read(damaged));
    expect(textsOf(categories)).toEqual(['nom commun']);
    expect(textsOf(domains)).toEqual(['1.1 Sky', '901', '902', '903']);
  });

  it('are written as codes', async () => {
    const path = files({ 'words.lift': lift(), 'words.lift-ranges': ranges(LABELS) });
    const all = await read(path);
    const backWith = async (content: string) => {
      const [article] = all.articles;
      const source = { ...article!.source, categories: [{ sense: 1, content }] };
      const back = await exported('lift', { ...all, articles: [{ ...article!, source }] }, '.lift');
      return readFileSync(back, 'utf8').replace(/\n\s*/gu, '');
    };

    expect(await backWith('nom commun')).toContain(SENSE);
    expect(await backWith('Verbe')).toContain(SENSE.replace('value="n.c"', 'value="Verb"'));
    expect(await backWith('adverbe')).toContain(SENSE.replace('value="n.c"', 'value="adverbe"'));
  });

  it('are read of kinds of morphemes, relations and variants, and written as codes', async () => {
    const component = `<relation type="_component-lexeme" ref="b">${trait('variant-type', 'dv')}</relation>`;
    const relations = `${component}<relation type="Part" ref="b"/><relation type="Synonyms" ref="b"/>`;
    const entry = `${trait('morph-type', 'stem')}${relations}${SENSE}`;
    const path = files({
      'words.lift': lift().replace(SENSE, entry),
      'words.lift-ranges': ranges({
        'morph-type': { stem: { fr: 'radical' }, suffix: { fr: 'suffixe' } },
        'lexical-relation': { Part: { fr: 'partie' }, Synonyms: { fr: 'synonymes' }, Whole: { fr: 'tout' } },
        'variant-type': { dv: { fr: 'variante dialectale' } },
      }),
    });
    const all = await read(path);
    const content = contentOf(all);

    expect(content.entry.morphType).toBe('radical');
    expect(content.relations?.map(({ type }) => type)).toEqual(['partie', 'synonym', 'variant of']);
    expect(content.usages).toMatchObject([{ type: 'variant-type', content: 'variante dialectale' }]);

    const [article] = all.articles;
    const typed = JSON.stringify(content).replace('radical', 'suffixe').replace('partie', 'tout');
    const source = { ...article!.source, ...(JSON.parse(typed) as JsonObject), usages: [] };
    const back = await exported('lift', { ...all, articles: [{ ...article!, source }] }, '.lift');
    expect(readFileSync(back, 'utf8').replace(/\n\s*/gu, '')).toContain(
      entry
        .replace('"stem"', '"suffix"')
        .replace('type="Part"', 'type="Whole"')
        .replace(component, '<relation type="_component-lexeme" ref="b"/>'),
    );
  });

  it('belong to custom fields by the range that the header names', async () => {
    const field = (tag: string, text: string) =>
      `<field tag="${tag}"><form lang="qaa-x-spec"><text>${text}</text></form></field>`;
    const header = `<header><fields>${field('Plants', 'Class=LexSense; Type=RefCollection; range=Flora')}</fields></header>`;
    const path = files({
      'words.lift': lift(header),
      'words.lift-ranges': ranges({ Flora: { p7: { fr: 'céréale' } } }),
    });

    expect(contentOf(await read(path)).notes).toMatchObject([{ type: 'Plants', content: 'céréale' }]);
  });

  it('replace codes that contain them only as a part of a word', async () => {
    const labels = { 'anthro-code': { '901 fishing': { fr: 'fish' }, '902': { fr: '90' } } };
    const path = files({
      'words.lift': lift().replaceAll('"901"', '"901 fishing"'),
      'words.lift-ranges': ranges(labels),
    });

    expect(textsOf(contentOf(await read(path)).domains)).toEqual(['1.1 Sky', 'fish', '90', '903']);
  });

  it('are read from a file that is too large to be stored', async () => {
    const comment = `<!--${'x'.repeat(1024)}-->\n`.repeat(8 * 1024);
    const path = files({
      'words.lift': lift(),
      'words.lift-ranges': ranges(LABELS).replace('</lift-ranges>', `${comment}</lift-ranges>`),
    });
    const source = await (await formatOf(path)).open(path, {});

    expect(source.warnings?.().map(({ code, complaint }) => [code, complaint])).toEqual([
      ['OVER_LIMIT', expect.stringContaining('words.lift-ranges has more than 8388608 bytes')],
    ]);
    const all = await read(path);
    expect(textsOf(contentOf(all).categories)).toEqual(['nom commun']);
    expect([...all.files.keys()].filter((name) => name.startsWith('lift/ranges'))).toEqual([]);
  });
});
