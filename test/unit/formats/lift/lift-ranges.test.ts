import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
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
});
