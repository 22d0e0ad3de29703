import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EntityIndex } from '../../../../src/domain/chatbot/recognition/entity-index';
import { entityValuesIn } from '../../../../src/domain/chatbot/recognition/entity-values';
import { IntentIndex, type IntentMatch } from '../../../../src/domain/chatbot/recognition/intent-index';
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
