import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EntityIndex } from '../../../../src/domain/chatbot/recognition/entity-index';
import { entityValuesIn } from '../../../../src/domain/chatbot/recognition/entity-values';
import { IntentIndex, type IntentMatch } from '../../../../src/domain/chatbot/recognition/intent-index';
import { Inflections } from '../../../../src/domain/search/morphology/inflections';
import { foldingFor } from '../../../../src/domain/search/folding';
import { profileOfLanguage } from '../../../../src/domain/search/profiles';

/** Two bots of ten intents each, written for this test: a shop in French, a clinic in Swahili. */
interface Utterance {
  readonly language: string;
  /** Null for what neither bot knows. */
  readonly intent: string | null;
  readonly text: string;
  readonly isHeldBack: boolean;
}

const UTTERANCES = readFileSync(join(__dirname, '../../../recognition/utterances.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Utterance);

function indexOf(language: string): Promise<IntentIndex> {
  const learnt = UTTERANCES.filter((one) => one.language === language && !one.isHeldBack);
  const names = [...new Set(learnt.flatMap(({ intent }) => intent ?? []))];
  const intents = names.map((name) => ({
    name,
    utterances: learnt.filter(({ intent }) => intent === name).map(({ text }) => text),
  }));
  return IntentIndex.learn(intents, { folding: foldingFor(profileOfLanguage(language)), language });
}

async function answers(language: string): Promise<readonly (Utterance & { readonly match: IntentMatch })[]> {
  const index = await indexOf(language);
  const heldBack = UTTERANCES.filter((one) => one.language === language && one.isHeldBack);
  return heldBack.map((one) => ({ ...one, match: index.find(one.text) }));
}

describe('intents of twenty, each with five utterances', () => {
  let all: Awaited<ReturnType<typeof answers>>;

  beforeAll(async () => {
    all = [...(await answers('fr')), ...(await answers('sw'))];
  });

  it('at least 85 % of other utterances are understood, at most 5 % as something else', () => {
    const known = all.filter(({ intent }) => intent !== null);
    const right = known.filter(({ intent, match }) => match.intent === intent);
    const wrong = known.filter(({ intent, match }) => match.intent !== null && match.intent !== intent);

    expect(known).toHaveLength(100);
    expect(right.length).toBeGreaterThanOrEqual(85);
    expect(wrong.map(({ text }) => text).length).toBeLessThanOrEqual(5);
  });

  it('nothing is understood in what no intent expresses', () => {
    const foreign = all.filter(({ intent }) => intent === null);

    expect(foreign).toHaveLength(20);
    expect(foreign.filter(({ match }) => match.intent !== null).map(({ text }) => text)).toEqual([]);
  });

  it('an utterance without marks and in capitals is the utterance itself', async () => {
    const match = (await indexOf('fr')).find('A QUELLE HEURE OUVREZ VOUS');

    expect(match).toMatchObject({ intent: 'horaires', score: 1 });
  });

  it('an utterance of two intents is neither', async () => {
    const rules = { folding: foldingFor(profileOfLanguage('sw')), language: 'sw' };
    const index = await IntentIndex.learn(
      [
        { name: 'one', utterances: ['Habari'] },
        { name: 'other', utterances: ['Habari', 'Mambo'] },
      ],
      rules,
    );

    expect(index.find('habari')).toMatchObject({ intent: null, margin: 0 });
  });

  it('without intents nothing is understood', async () => {
    const index = await IntentIndex.learn([], {
      folding: foldingFor(profileOfLanguage('sw')),
      language: 'sw',
    });

    expect(index.find('Habari')).toEqual({ intent: null, score: 0, margin: 0, candidates: [] });
  });
});

describe('entities', () => {
  const index = new EntityIndex(foldingFor(profileOfLanguage('yo')));
  index.add({
    name: 'animal',
    values: entityValuesIn({
      values: [
        { value: 'ẹja', synonyms: ['fish'] },
        { value: 'ẹyẹ', synonyms: [] },
        { value: 'ajá ọdẹ', synonyms: [], article: 'QXJ0' },
        { value: 'ajá', synonyms: [] },
      ],
    }),
  });
  index.add({ name: 'number', values: entityValuesIn({ values: ['méjì', 3] }) });

  it('values are found without their marks, the longest first, with their place in code points', () => {
    const found = index.find('🐕 Mo fẹ́ aja ode, meji!');

    expect(found).toEqual([
      {
        entity: 'animal',
        value: 'ajá ọdẹ',
        text: 'aja ode',
        start: 9,
        end: 16,
        // ọ is a letter of Yoruba, not an o with a mark.
        tier: 'folded',
        synonym: null,
        rule: null,
        article: 'QXJ0',
      },
      expect.objectContaining({ entity: 'number', value: 'méjì', text: 'meji', start: 18, end: 22 }),
    ]);
  });

  it('a synonym stands for its value', () => {
    expect(index.find('FISH')).toMatchObject([{ value: 'ẹja', synonym: 'fish', tier: 'light' }]);
  });

  it('a part of a word is nothing, and neither is another letter', () => {
    expect(index.find('ajaka mejila')).toEqual([]);
  });

  it('a spelling that thousands of values have costs no more than one that some have', () => {
    const crowd = new EntityIndex(foldingFor(profileOfLanguage('sw')));
    crowd.add({
      name: 'crowd',
      values: entityValuesIn({ values: Array.from({ length: 10_000 }, () => 'aba') }),
    });

    expect(crowd.size).toBeLessThan(100);
    expect(crowd.find('Ába')).toHaveLength(1);
  });

  it.each([null, 'text', { values: 'none' }, { values: [{ synonyms: ['a'] }, 7.5, null] }])(
    'other JSON than the documented shape has no values that fail: %j',
    (json) => {
      expect(() => {
        const other = new EntityIndex(foldingFor(profileOfLanguage('yo')));
        other.add({ name: 'x', values: entityValuesIn(json) });
        other.find('text 7.5');
      }).not.toThrow();
    },
  );
});

describe('forms and spellings of values', () => {
  const swahili = foldingFor(profileOfLanguage('sw'));
  const index = new EntityIndex(swahili);
  index.add({ name: 'thing', values: entityValuesIn({ values: ['kitabu', 'kiti', 'soma'] }) });

  it.each([
    ['Nataka vitabu viwili', 'kitabu', 'vitabu'],
    ['ninasoma sasa', 'soma', 'ninasoma'],
  ])('in %s the rules of the language find %s', (sentence, value, text) => {
    expect(index.find(sentence)).toMatchObject([
      { value, text, tier: 'inflected', rule: expect.any(String) as string },
    ]);
  });

  it('a dictionary may declare rules of its own, which apply to its values alone', () => {
    const own = new EntityIndex(foldingFor(profileOfLanguage(undefined)));
    const morphology = {
      nounClasses: [],
      affixes: [{ form: 'mo-', base: '-' }],
      prefixes: [],
      citationPrefixes: [],
      particles: [],
    };
    const inflections = new Inflections(morphology, (text) => text.toLowerCase());
    own.add({ name: 'fed', values: entityValuesIn({ values: ['leba'] }), inflections });
    own.add({ name: 'other', values: entityValuesIn({ values: ['tsamaya'] }) });

    expect(own.find('moleba motsamaya')).toMatchObject([{ entity: 'fed', value: 'leba', rule: 'mo-' }]);
  });

  it('spellings that mean several values of an entity are listed', () => {
    const clashing = new EntityIndex(foldingFor(profileOfLanguage('yo')));
    clashing.add({ name: 'word', values: entityValuesIn({ values: ['igbá', 'igba', 'ìgbà', 'ọkọ'] }) });
    clashing.add({ name: 'other', values: entityValuesIn({ values: ['igba'] }) });

    expect(clashing.conflicts(10)).toEqual([
      { entity: 'word', spelling: 'igba', values: ['igbá', 'igba', 'ìgbà'] },
    ]);
    expect(clashing.find('igba')).toMatchObject([{ value: 'igba' }, { entity: 'other' }]);
  });
});

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

describe('headwords of three letters or more in sentences', () => {
  const lines = readFileSync(join(__dirname, '../../../../samples/yor_eng_fra_griot/articles.jsonl'), 'utf8')
    .trim()
    .split('\n');
  // Shorter ones are found only as they are written, or every second word would be one.
  const headwords = lines
    .map((line) => (JSON.parse(line) as { article: { entry: { headword: string } } }).article.entry.headword)
    .filter((headword) => plain(headword).length >= 3);
  const index = new EntityIndex(foldingFor(profileOfLanguage('yo')));
  index.add({ name: 'word', values: entityValuesIn({ values: headwords }) });

  it('98 % are found without marks, and nothing in sentences without any', () => {
    const missed = headwords.filter(
      (headword) =>
        !index.find(`Xq ${plain(headword)} zvq`).some(({ value }) => plain(value) === plain(headword)),
    );
    const empty = UTTERANCES.filter(({ language }) => language === 'sw').map(({ text }) => text);
    const known = new Set(headwords.map(plain));
    const without = empty.filter((text) =>
      plain(text)
        .split(/[^\p{L}]+/u)
        .every((word) => !known.has(word)),
    );

    expect(headwords.length).toBeGreaterThan(50);
    expect(missed.length / headwords.length).toBeLessThanOrEqual(0.02);
    expect(without.length).toBeGreaterThan(50);
    expect(without.filter((text) => index.find(text).length > 0)).toEqual([]);
  });
});

/** Values of each of 50 entities. With 5,000 of them, time and memory are measured. */
const VALUES = Number(process.env['RECOGNITION_VALUES'] ?? 20);

test('50 entities with many values are found in a bounded time', () => {
  const letters = 'abdegiklmnorstuw';
  const word = (n: number) =>
    Array.from({ length: 7 }, (_, at) => letters.charAt(((n >> (3 * at)) % 16) ^ ((at * 5 + n) % 16))).join(
      '',
    );
  const before = process.memoryUsage().heapUsed;
  const index = new EntityIndex(foldingFor(profileOfLanguage('sw')));
  for (let entity = 0; entity < 50; entity++)
    index.add({
      name: `entity ${String(entity)}`,
      values: entityValuesIn({ values: Array.from({ length: VALUES }, (_, n) => word(entity * VALUES + n)) }),
    });
  const megabytes = (process.memoryUsage().heapUsed - before) / 1_048_576;
  const used = Array.from({ length: 500 }, (_, n) => {
    const text = `Mjomba wangu anapenda ${word(n * 97)} na ${word(n * 31)} kila siku asubuhi`;
    const start = process.cpuUsage();
    expect(index.find(text).length).toBeGreaterThanOrEqual(0);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }).toSorted((a, b) => a - b);
  const p95 = used[Math.floor(used.length * 0.95)] ?? Infinity;
  expect(index.find(word(7))).not.toEqual([]);
  if (VALUES < 5000) return;
  process.stdout.write(
    `${JSON.stringify({ spellings: index.size, p95Ms: p95, megabytes: Math.round(megabytes) })}\n`,
  );
  expect(p95).toBeLessThan(20);
});
