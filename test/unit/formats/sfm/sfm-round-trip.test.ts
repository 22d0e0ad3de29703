import { readArticle } from '../../../../src/domain/reading/read-article';
import { LANGUAGES } from '../../../../src/formats/sfm/mdf-markers';
import { getSfm, putSfm } from '../../../../src/formats/sfm/sfm-lens';
import type { SfmField } from '../../../../src/formats/sfm/sfm-record';

const OPTIONS = { languages: LANGUAGES };

const RECORD: readonly SfmField[] = [
  ['lx', 'duman'],
  ['hm', '1'],
  ['ph', 'dúman'],
  ['ps', 'n'],
  ['own', 'x'],
  ['sn', '1'],
  ['ge', 'food ; meal'],
  ['gn', ''],
  ['rf', 'T1'],
  ['xv', 'Duman ka di.'],
  ['xe', 'The food is good.'],
  ['xn', 'Le repas est bon.'],
  ['cf', 'dun'],
  ['ce', 'eat'],
  ['ps', 'v'],
  ['sn', '2'],
  ['de', 'to eat'],
  ['dt', '01/Jan/2000'],
];

test('a record is read by its markers, and by sense', () => {
  expect(readArticle(getSfm([...RECORD], OPTIONS))).toMatchObject({
    entry: { headword: 'duman', homograph: 1 },
    senses: [{ number: 1 }, { number: 2 }],
    categories: [{ content: 'n' }, { content: 'v', sense: 2 }],
    pronunciations: [{ content: 'dúman' }],
    translations: [
      { lang: 'en', content: 'food', sense: 1 },
      { lang: 'en', content: 'meal', sense: 1 },
    ],
    definitions: [{ lang: 'en', content: 'to eat', sense: 2 }],
    examples: [
      { content: 'Duman ka di.', lang: 'en', target: 'The food is good.', reference: 'T1', sense: 1 },
      { content: 'Duman ka di.', lang: 'x-national', target: 'Le repas est bon.', reference: 'T1', sense: 1 },
    ],
    relations: [{ type: 'see', target: 'dun', gloss: 'eat', sense: 1 }],
    extra: {},
  });
});

test('what is changed is written into its field; what is new stands in its sense, what is gone is taken out', () => {
  const content = readArticle(getSfm([...RECORD], OPTIONS));
  const [food] = content.translations;
  const changed = Object.assign({}, content, {
    translations: [
      Object.assign({}, food, { content: 'nourishment' }),
      { lang: 'en', number: 3, content: 'eat', sense: 2 },
    ],
    relations: [],
    forms: [{ form: 'dumanw', type: 'plural' }],
  });

  const record = putSfm(RECORD, changed, OPTIONS);

  expect(record.map((field) => field.join(' '))).toEqual([
    ...[
      'lx duman',
      'hm 1',
      'ph dúman',
      'ps n',
      'own x',
      'pl dumanw',
      'sn 1',
      'ge nourishment',
      'gn ',
      'rf T1',
    ],
    ...[
      'xv Duman ka di.',
      'xe The food is good.',
      'xn Le repas est bon.',
      'ps v',
      'sn 2',
      'de to eat',
      'ge eat',
    ],
    'dt 01/Jan/2000',
  ]);
});
