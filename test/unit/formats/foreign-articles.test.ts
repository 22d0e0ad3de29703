import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ArticleContent } from '../../../src/domain/article/article-content';
import { readArticle } from '../../../src/domain/reading/read-article';
import { newLiftEntry } from '../../../src/formats/lift/write-lift';
import { getLift } from '../../../src/formats/lift/lift-lens';
import { xmlText } from '../../../src/formats/xml/write-xml';
import { LANGUAGES } from '../../../src/formats/sfm/mdf-markers';
import { getSfm, putSfm } from '../../../src/formats/sfm/sfm-lens';
import type { Json } from '../../../src/shared/json';

interface Line {
  readonly public_id: string;
  readonly article: Json;
}

const SAMPLE = join(__dirname, '../../../samples/yor_eng_fra_griot/articles.jsonl');

const lines = readFileSync(SAMPLE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);

/** What formats have no place of their own for. */
const RARE: Json = {
  type: 'noun',
  entry: { headword: 'a', variants: [{ form: 'x', headword: 'b', radical: 'c', type: 'd' }] },
  categories: [{ number: 1, content: 'n' }],
  classes: [{ value: '9/10' }],
  forms: [{ form: 'as', type: 'plural' }, { form: 'at' }],
  examples: [{ content: 'An a.', target: 'Un a.' }, { target: 'Nothing.' }],
  translations: [
    { lang: 'en', number: 1, content: 'first; second' },
    { lang: 'qaa', number: 1, content: 'two\nlines' },
    { number: 1, content: 'in no language' },
  ],
  notes: [{ content: 'a\nnote' }, { lang: 'fr', content: 'une note', type: 'grammar' }],
  definitions: [{ lang: 'en', content: 'a letter' }],
};

const LISTS = ['categories', 'classes', 'forms', 'translations', 'examples', 'definitions', 'notes'] as const;

/** Fields that follow from the order, and those that LIFT spells where an article leaves them open. */
const isOpen = (name: string, value: unknown) =>
  ['number', 'sense'].includes(name) || value === null || (name === 'lang' && value === 'und');

/** What an article says, without the numbers that follow from the order, and with or without the only sense. */
function said(content: ArticleContent) {
  const items = (list: unknown) =>
    ((list ?? []) as readonly Record<string, unknown>[]).map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name, value]) => !isOpen(name, value))),
    );
  return {
    headword: content.entry.headword,
    radical: content.radical,
    type: content.type,
    variants: items(content.entry.variants),
    ...Object.fromEntries(LISTS.map((name) => [name, items(content[name]).sort(bySpelling)])),
  };
}

function bySpelling(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

const READ_BACK = {
  LIFT: (content: ArticleContent) => getLift(newLiftEntry('a1', content, {}), {}),
  SFM: (content: ArticleContent) =>
    getSfm(putSfm([], content, { languages: LANGUAGES }), { languages: LANGUAGES }),
};

test.each(Object.entries(READ_BACK))(
  'an article that no %s file gave says the same when it is read back',
  (_, back) => {
    for (const article of [...lines.map((line) => line.article), RARE]) {
      const content = readArticle(article);
      expect(said(readArticle(back(content)))).toEqual(said(content));
    }
  },
);

test('LIFT has such an article as programs read it: glosses, parts of speech and examples in a sense', () => {
  const [first] = lines;

  const text = xmlText(newLiftEntry('yor-0001', readArticle(first!.article), {}), '').replace(
    />\s+</gu,
    '><',
  );

  expect(text).toContain('<gloss lang="en"><text>house</text></gloss>');
  expect(text).toContain('<grammatical-info value="n"/>');
  expect(text).toContain('<form lang="fr"><text>Je suis allé à la maison.</text></form></translation>');
  expect(text.match(/<sense/gu)).toHaveLength(1);
  expect(text).not.toContain('griot.translations');
});
