import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { read, written } from '../../../support/sfm-text';

const RECORD = [
  'lx ji',
  'ps n',
  'ge water',
  'se jikuru',
  'ps n',
  'ge wave',
  'xv Jikuru nana.',
  'xe A wave came.',
  'nt of a river',
  'se jila',
  'ps v',
  'sn 1',
  'ge to water',
  'ps n',
  'sn 2',
  'ge watering',
  'dt 01/Jan/2020',
].join('\n');

test('reads a subentry as a sense with its word, all following fields, and inner senses', () => {
  expect(read(RECORD)).toMatchObject({
    entry: { headword: 'ji' },
    senses: [
      { number: 1 },
      { number: 2, indicator: 'jikuru' },
      { number: 3, indicator: 'jila' },
      { number: 4, parent: 3 },
      { number: 5, parent: 3 },
    ],
    relations: [
      { type: 'subentry', target: 'jikuru', sense: 2 },
      { type: 'subentry', target: 'jila', sense: 3 },
    ],
    categories: [
      { content: 'n' },
      { content: 'n', sense: 2 },
      { content: 'v', sense: 3 },
      { content: 'n', sense: 5 },
    ],
    translations: [
      { content: 'water' },
      { content: 'wave', sense: 2 },
      { content: 'to water', sense: 4 },
      { content: 'watering', sense: 5 },
    ],
    examples: [{ content: 'Jikuru nana.', target: 'A wave came.', sense: 2 }],
    notes: [{ content: 'of a river', sense: 2 }],
  });
});

test('exports an unchanged record unchanged', () => {
  expect(written(RECORD, () => ({}))).toBe(RECORD);
});

test.each(['water', 'wave', 'to water', 'watering'])(
  'a changed translation of %s is written where it stood',
  (word) => {
    const change = ({ translations }: ArticleContent) => ({
      translations: translations.map((one) =>
        one.content === word ? Object.assign({}, one, { content: 'CHANGED' }) : one,
      ),
    });
    expect(written(RECORD, change)).toBe(RECORD.replace(`ge ${word}\n`, 'ge CHANGED\n'));
  },
);

test('the word of a subentry is changed in its field', () => {
  const change = ({ senses = [] }: ArticleContent) => ({
    senses: senses.map((one) => (one.number === 2 ? Object.assign({}, one, { indicator: 'jikuruba' }) : one)),
  });
  expect(written(RECORD, change)).toBe(RECORD.replace('se jikuru', 'se jikuruba'));
});

test('adds new items to their subentry, their sense or the word', () => {
  const add = (sense?: number) => (content: ArticleContent) => ({
    notes: [...(content.notes ?? []), { content: 'NEW', ...(sense && { sense }) }],
  });
  expect(written(RECORD, add(2))).toBe(RECORD.replace('nt of a river', 'nt of a river\nnt NEW'));
  expect(written(RECORD, add(4))).toBe(RECORD.replace('ge to water', 'ge to water\nnt NEW'));
  expect(written(RECORD, add())).toBe(RECORD.replace('ge water', 'ge water\nnt NEW'));
});

test('writes a new sense of the word before the subentries, and a sense of a subentry inside it', () => {
  const add = (parent?: number) => (content: ArticleContent) => ({
    senses: [...(content.senses ?? []), { number: 6, ...(parent && { parent }) }],
    translations: [...content.translations, { lang: 'en', number: 6, content: 'NEW', sense: 6 }],
  });
  expect(written(RECORD, add())).toBe(RECORD.replace('ge water', 'ge water\nsn 6\nge NEW'));
  expect(written(RECORD, add(2))).toBe(RECORD.replace('nt of a river', 'nt of a river\nsn 6\nge NEW'));
  expect(written(RECORD, add(3))).toBe(RECORD.replace('ge watering', 'ge watering\nsn 6\nge NEW'));
});

test('removes a subentry with everything typed from it, and nothing else', () => {
  const isOther = ({ sense }: { sense?: number }) => sense !== 2;
  const change = (content: ArticleContent) => ({
    senses: content.senses?.filter(({ number }) => number !== 2),
    categories: content.categories.filter(isOther),
    translations: content.translations.filter(isOther),
    examples: content.examples.filter(isOther),
    notes: content.notes?.filter(isOther),
    relations: content.relations?.filter(isOther),
  });
  const [before = '', ...behind] = RECORD.split('\nse ');
  expect(written(RECORD, change)).toBe([before, behind[1]].join('\nse '));
});

test('a subentry that only names a word is a relation of the article', () => {
  const record = 'lx ji\nge water\nse jikuru\nse jila\ndt 01/Jan/2020';
  const { relations, senses, translations } = read(record);
  expect(relations).toMatchObject([
    { type: 'subentry', target: 'jikuru' },
    { type: 'subentry', target: 'jila' },
  ]);
  expect([senses, translations]).toMatchObject([undefined, [{ content: 'water' }]]);
  const more = { relations: [...(relations ?? []), { type: 'subentry', target: 'jiba' }] };
  expect(written(record, () => more)).toBe(record.replace('se jila', 'se jila\nse jiba'));
  expect(written('lx ji\nsn 1\nge water', () => ({ relations: [more.relations[2]] }))).toBe(
    'lx ji\nsn 1\nge water\nse jiba',
  );
});

test('senses of the word keep their numbers, and subentries follow them', () => {
  const { senses, translations } = read('lx ji\nsn 1\nge water\nsn 2\nge juice\nse jila\nge to water');
  expect(senses).toEqual([{ number: 1 }, { number: 2 }, { number: 3, indicator: 'jila' }]);
  expect(translations.map(({ sense }) => sense)).toEqual([1, 2, 3]);
});

test('a word that has nothing but subentries has no sense of its own', () => {
  const { senses, translations } = read('lx baara\nhm 1\nse baarakɛla\nps n\nge worker');
  expect(senses).toEqual([{ number: 1, indicator: 'baarakɛla' }]);
  expect(translations).toMatchObject([{ content: 'worker', sense: 1 }]);
});
