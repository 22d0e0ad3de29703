import {
  type PendingIntent,
  takeTurn,
  type TurnResult,
} from '../../../../src/domain/chatbot/recognition/dialogue';
import { EntityIndex } from '../../../../src/domain/chatbot/recognition/entity-index';
import { entityValuesIn } from '../../../../src/domain/chatbot/recognition/entity-values';
import { intentRules } from '../../../../src/domain/chatbot/recognition/intent-rules';
import { foldingFor } from '../../../../src/domain/search/folding';
import { profileOfLanguage } from '../../../../src/domain/search/profiles';
import type { Json } from '../../../../src/shared/json';

/** An index of entities with values. */
function indexOf(entities: Readonly<Record<string, readonly Json[]>>): EntityIndex {
  const index = new EntityIndex(foldingFor(profileOfLanguage('en')));
  for (const [name, values] of Object.entries(entities))
    index.add({ name, values: entityValuesIn({ values }) });
  return index;
}

const WORDS = indexOf({
  word: [
    { value: 'ilé', synonyms: ['house'] },
    { value: 'sọ', synonyms: ['say'] },
  ],
});
const RULES = new Map([
  [
    'say',
    intentRules(
      'say',
      {
        parameters: [
          { name: 'word', prompts: { en: ['Which word?'] }, unknown: { en: ['I do not know this word.'] } },
        ],
      },
      { params: null, responses: { en: ['{word.said} is {word}.'] } },
      ['What is the word for house?', 'How do you say house?', 'How do you say it?'],
    ),
  ],
  ['greet', intentRules('greet', null, { params: null, responses: { en: ['Hello!'] } }, ['Hello there'])],
]);

/** A turn over what a recognition would have found. */
function turn(
  text: string,
  { intent = null, score = 0, pending }: { intent?: string | null; score?: number; pending?: PendingIntent },
): TurnResult {
  const understood = { text, intent, score, entities: WORDS.find(text), language: 'en', turn: 0 };
  return takeTurn({ ...understood, pending }, RULES);
}

const ASKED = { intent: 'say', slots: [] };

test.each([
  ['What is the word?', { intent: 'say', score: 1 }, 'say', 'Which word?'],
  ['What is the word, then?', { intent: 'say', score: 1 }, 'say', 'Which word?'],
  ['What is the word for house?', { intent: 'say', score: 1 }, 'say', 'house is ilé.'],
  ['What is the word for kangaroo?', { intent: 'say', score: 0.8 }, null, 'I do not know this word.'],
  ['How do you say kangaroo?', { intent: 'say', score: 0.8 }, null, 'I do not know this word.'],
  ['say', { pending: ASKED }, 'say', 'say is sọ.'],
  ['kangaroo', { pending: ASKED }, null, 'I do not know this word.'],
  ['house', { pending: ASKED }, 'say', 'house is ilé.'],
])('%s with %j is %s, and the bot says %s', (text, given, intent, reply) => {
  expect(turn(text, given)).toMatchObject({ intent, reply });
});

test.each([
  ['clearly says something else', 'Hello there house', { intent: 'greet', score: 0.9 }, 'greet'],
  ['may say something else', 'Hello there house', { intent: 'greet', score: 0.4 }, 'say'],
  ['is the value alone', 'house', { intent: 'greet', score: 0.9 }, 'say'],
])('a message after a question that %s', (_, text, given, intent) => {
  expect(turn(text, { ...given, pending: ASKED })).toMatchObject({ intent });
});

test.each([
  ['en', 0, 'house is ilé.'],
  ['en', 1, 'Any word?'],
  ['en', 2, 'house is ilé.'],
  ['fr', 0, 'house : ilé'],
  // No text of this language: one of any.
  ['wo', 0, 'house is ilé.'],
  ['wo', 1, 'Any word?'],
  ['wo', 2, 'house : ilé'],
])('in %s, turn %d takes an answer whose values are all there: %s', (language, turn, reply) => {
  const responses = {
    en: ['{word} {unknown}', '{word.said} is {word}.', 'Any word?'],
    fr: ['{unknown.said}', '{word.said} : {word}'],
  };
  const rules = intentRules('x', { parameters: [{ name: 'word' }] }, { params: null, responses });
  const understood = { text: 'house', intent: 'x', score: 1, entities: WORDS.find('house'), language, turn };

  expect(takeTurn(understood, new Map([['x', rules]]))).toMatchObject({ reply });
});

test('an intent without a response that has all values gives no reply', () => {
  const rules = intentRules('x', {}, { params: null, responses: { en: ['{unknown}'] } });
  const understood = { text: 'hi', intent: 'x', score: 1, entities: [], language: 'en', turn: 0 };

  expect(takeTurn(understood, new Map([['x', rules]]))).toMatchObject({ intent: 'x', reply: null });
});

test('an answer and its values have at most the length that messengers take', () => {
  const value = 'v'.repeat(100_000);
  const rules = intentRules(
    'x',
    { parameters: [{ name: 'a' }] },
    { params: null, responses: { en: ['{a}'.repeat(80_000)] } },
  );
  const pending = { intent: 'x', slots: [{ name: 'a', entity: 'a', value }] };
  const entities = indexOf({ a: ['house'] }).find('house');
  const understood = { text: 'house', intent: 'x', score: 1, entities, language: 'en', turn: 0 };
  const { reply } = takeTurn(understood, new Map([['x', rules]]));
  const asked = intentRules('x', { parameters: [{ name: 'a', prompts: { en: 'p'.repeat(5000) } }] });
  const prompt = takeTurn({ ...understood, entities: [] }, new Map([['x', asked]]));
  const kept = intentRules(
    'x',
    { parameters: [{ name: 'a' }, { name: 'b', entity: 'a' }] },
    { params: null, responses: { en: ['{a}{b}'] } },
  );

  expect(reply).toHaveLength(4096);
  expect(prompt.reply).toHaveLength(4096);
  expect(takeTurn({ ...understood, pending }, new Map([['x', kept]])).reply).toBe(`${'v'.repeat(1000)}house`);
});

test('thousands of utterances and hundreds of values in a message cost a bounded time', () => {
  const names = Array.from(
    { length: 160 },
    (_, n) => `q${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}x`,
  );
  const entities = indexOf({ a: names }).find(names.join(' '));
  const utterances = Array.from({ length: 5000 }, (_, n) => `utterance ${String(n)} that is long enough`);
  const parameters = Array.from({ length: 5000 }, (_, n) => ({ name: `p${String(n)}`, entity: 'a' }));
  const rules = new Map([['x', intentRules('x', { parameters }, undefined, utterances)]]);
  const before = process.cpuUsage();
  const { slots } = takeTurn(
    { text: names.join(' '), intent: 'x', score: 1, entities, language: 'en', turn: 0 },
    rules,
  );
  const { user, system } = process.cpuUsage(before);

  expect(entities).toHaveLength(160);
  expect(slots).toHaveLength(100);
  expect((user + system) / 1000).toBeLessThan(2000);
});

test('the number of entities in a text is bounded, and values that cannot match take no memory', () => {
  const entities = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`e${String(n)}`, ['abc']]));
  const crowd = indexOf(entities);
  const long = indexOf({
    a: [
      { value: 'v'.repeat(1001), synonyms: ['abc'] },
      { value: 'one two three four five six', synonyms: ['one two three four five'] },
    ],
  });

  expect(crowd.find('abc '.repeat(250))).toHaveLength(250);
  expect(long.find('abc one two three four five')).toMatchObject([
    { value: 'one two three four five six', text: 'one two three four five' },
  ]);
  expect(long.size).toBe(1);
});
