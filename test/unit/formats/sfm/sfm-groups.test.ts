import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { read, written } from '../../../support/sfm-text';

const WORD = 'lx baara\nph bàará\n';
const NOUN = 'ps n\nge work\nxv Baara ka gɛlɛn.\nxe Work is hard.\n';
const VERB = 'ps v\npn v\nge work\nde to do a task\ndt 02/Mar/2011';
const RECORD = WORD + NOUN + VERB;

/** Returns the senses of translations and categories: `n1 work1`. */
function summary({ categories, translations }: ArticleContent): string {
  return [...categories, ...translations].map((one) => `${one.content}${one.sense ?? ''}`).join(' ');
}

test('each part of speech with glosses begins a sense, which has its category and all fields below it', () => {
  expect(read(RECORD)).toMatchObject({
    senses: [{ number: 1 }, { number: 2 }],
    categories: [
      { content: 'n', sense: 1 },
      { content: 'v', sense: 2 },
    ],
    translations: [
      { content: 'work', sense: 1 },
      { content: 'work', sense: 2 },
    ],
    definitions: [{ content: 'to do a task', sense: 2 }],
    examples: [{ content: 'Baara ka gɛlɛn.', target: 'Work is hard.', sense: 1 }],
    pronunciations: [{ content: 'bàará' }],
  });
  expect(written(RECORD, () => ({}))).toBe(RECORD);
});

test.each([
  ['one part of speech', 'ps n\nge a\nge b', 'n a b'],
  ['two parts of speech of one sense', 'ps n\nps v\nge a', 'n v a'],
  ['a part of speech without glosses', 'ps n\nge a\nps v\nnt x', 'n v a'],
  ['parts of speech below their glosses', 'ge a\nps n\nge b\nps v\nge c', 'n v a b c'],
  ['a part of speech in several languages', 'ps_en n\nps_fr n\nge a\nps_en v\nps_fr v\nge b', 'n1 v2 a1 b2'],
  ['senses above parts of speech', 'sn 1\nps n\nge a\nsn 2\nps v\nge b', 'n1 v2 a1 b2'],
  ['senses below one part of speech', 'ps n\nsn 1\nge a\nsn 2\nge b\nps v\nge c', 'n v3 a1 b2 c3'],
  ['senses in the last group only', 'ps n\nge a\nps v\nsn 1\nge b\nsn 2\nge c', 'n1 v2 a1 b2 c3'],
  ['a part of speech with senses that have no glosses', 'ps n\nge a\nps v\nsn 1\nnt x', 'n1 v2 a1'],
  ['groups of subentries', 'ps n\nge a\nse x\nps n\nge b\nps v\nge c', 'n n3 v4 a b3 c4'],
])('%s', (_, below, expected) => {
  const text = `lx x\n${below}`;
  expect(summary(read(text))).toBe(expected);
  expect(written(text, () => ({}))).toBe(text);
});

test('writes new items into their group, and a new sense behind the last one', () => {
  const add = (sense?: number) => (content: ArticleContent) => ({
    notes: [{ content: 'NEW', ...(sense && { sense }) }],
    senses: content.senses,
  });
  expect(written(RECORD, add(1))).toBe(RECORD.replace('is hard.', 'is hard.\nnt NEW'));
  expect(written(RECORD, add())).toBe(RECORD.replace('bàará', 'bàará\nnt NEW'));
  const third = ({ senses = [], translations, categories }: ArticleContent) => ({
    senses: [...senses, { number: 3 }],
    categories: [...categories, { number: 3, content: 'adj', sense: 3 }],
    translations: [...translations, { lang: 'en', number: 2, content: 'busy', sense: 3 }],
  });
  const longer = written(RECORD, third);
  expect(longer).toBe(RECORD.replace('\ndt', '\nps adj\nsn 3\nge busy\ndt'));
  expect(summary(read(longer))).toBe('n1 v2 adj3 work1 work2 busy3');
});

test.each([
  ['ps n\nge a\nps v\nge', undefined, 'ps n\nge a\nge NEW\nps v\nge'],
  ['ps n\nge a\nps v\nsn 1\nnt x', 2, 'ps n\nge a\nps v\nsn 1\nnt x\nge NEW'],
])(
  'a translation that is added to %j leaves the parts of speech where they are',
  (below, sense, expected) => {
    const before = read(`lx x\n${below}`);
    const after = written(`lx x\n${below}`, ({ translations }) => ({
      translations: [...translations, { lang: 'en', content: 'NEW', ...(sense && { sense }) }],
    }));

    expect(after).toBe(`lx x\n${expected}`);
    expect(read(after).categories).toEqual(before.categories);
  },
);

const others = (removed: number) => (content: ArticleContent) =>
  Object.fromEntries(
    Object.entries(content).map(([name, items]: [string, unknown]) => [
      name,
      Array.isArray(items)
        ? items.filter(({ sense, number }: { sense?: number; number?: number }) =>
            name === 'senses' ? number !== removed : sense !== removed,
          )
        : items,
    ]),
  );

test('a sense remains a sense after the others were removed, and keeps the date of the record', () => {
  const shorter = written(RECORD, others(2));
  expect(shorter).toBe(`${WORD}${NOUN.replace('ps n\n', 'sn 1\nps n\n')}dt 02/Mar/2011`);
  expect(summary(read(shorter))).toBe('n1 work1');
});

test('a sense without its category remains a sense, and so do those below a gloss of the word', () => {
  const first = ({ categories }: ArticleContent) => ({ categories: categories.slice(1) });
  const without = written(RECORD, first);
  expect(without).toBe(RECORD.replace('ps n\n', 'sn 1\nps\n').replace('ps v\n', 'sn 2\nps v\n'));
  expect(summary(read(without))).toBe('v2 work1 work2');
  const gloss = ({ translations }: ArticleContent) => ({
    translations: [...translations, { lang: 'en', number: 1, content: 'job' }],
  });
  const above = written(RECORD, gloss);
  expect(above).toBe(
    RECORD.replace('bàará\n', 'bàará\nge job\n')
      .replace('ps n\n', 'sn 1\nps n\n')
      .replace('ps v\n', 'sn 2\nps v\n'),
  );
  expect(summary(read(above))).toBe('n1 v2 job work1 work2');
});
