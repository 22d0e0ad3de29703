import { COVERAGES, GLOSS_CLASSES, GLOSS_KEY, type GlossQuery, type GlossQueryWord } from './glosses';
import { glossKeys, hasVocabulary, someWordsStep, typoStep } from './typos';
import type { MatchTier, SearchStep, TextComparison } from '../tiers';

const WHOLE_TIERS = [
  'soleTranslation',
  'firstTranslation',
  'laterTranslation',
  'qualifiedTranslation',
] as const satisfies readonly MatchTier[];

const wholeTier = (i: number) => WHOLE_TIERS[i] ?? 'qualifiedTranslation';

const [HALF, PART, NOTE] = COVERAGES;

/** Returns the steps of a search in translations: whole equivalents by class, then words by their share of an equivalent. */
export function glossSteps(query: GlossQuery): readonly SearchStep[] {
  const { wholes, stems, otherStems, otherWholes, words } = query;
  const whole = (i: number, keys: readonly string[]): SearchStep => ({
    tier: wholeTier(i),
    lookups: keys.length === 0 ? [] : [{ in: 'broad', anyOf: keys }],
  });
  const byClass = GLOSS_CLASSES.flatMap((glossClass, i) => {
    const ofStems = (ending: 'Stem' | 'Form', keys: readonly string[], spelled = keys): SearchStep => ({
      ...whole(i, [
        ...codedBy(GLOSS_KEY.segmentStem + glossClass, keys),
        ...codedBy(GLOSS_KEY.segment + glossClass, spelled),
      ]),
      tier: `${wholeTier(i)}${ending}`,
    });
    return [
      whole(i, codedBy(GLOSS_KEY.segment + glossClass, wholes)),
      ofStems('Stem', stems),
      ...(otherWholes.length === 0 ? [] : [ofStems('Form', otherStems, otherWholes)]),
    ];
  });
  const [only, ...more] = words;
  if (only === undefined) return byClass;
  const ofWords = more.length === 0 ? wordTiers(only) : wordsTiers(words);
  const some = more.length === 0 ? joinedTiers(query) : [someWordsStep(query)];
  return [...byClass, ...ofWords, ...typoTiers(words), ...some];
}

/** Returns the step for whole equivalents after a stop word that is joined to them. */
function joinedTiers({ behindStopWord }: GlossQuery): SearchStep[] {
  const anyOf = GLOSS_CLASSES.flatMap((glossClass) => [
    ...codedBy(GLOSS_KEY.segment + glossClass, behindStopWord),
    ...codedBy(GLOSS_KEY.segmentStem + glossClass, behindStopWord),
  ]);
  const compare: TextComparison = (spelling) => {
    const [best] = glossKeys(spelling).filter((key) => anyOf.includes(key));
    return best === undefined ? undefined : { key: best.charAt(1) };
  };
  return [{ tier: 'translationJoined', lookups: [{ in: 'broad', anyOf }], compare }];
}

/** Returns the step for typing errors. Its lookups are replaced after the vocabulary has been read. */
function typoTiers(words: readonly GlossQueryWord[]): SearchStep[] {
  const typos = words.map(({ plain }) => plain);
  if (!typos.some(hasVocabulary)) return [];
  return [{ ...typoStep(typos.map((word) => [word])), typos }];
}

/** Returns the steps for a single word. A word that is half of an equivalent ranks before one that is less of it. */
function wordTiers({ plain, stems, wholes }: GlossQueryWord): SearchStep[] {
  const { word, wordStem } = GLOSS_KEY;
  const stemmed = (coverage: string) => [
    ...codedBy(word + coverage, wholes),
    ...codedBy(wordStem + coverage, stems),
  ];
  const tier = (tier: MatchTier, keys: readonly string[]): SearchStep => ({
    tier,
    lookups: [{ in: 'broad', anyOf: keys }],
  });
  return [
    tier('translationHalf', [word + HALF + plain]),
    tier('translationPart', [word + PART + plain]),
    tier('translationHalfStem', stemmed(HALF)),
    tier('translationPartStem', stemmed(PART)),
    tier('translationNote', [word + NOTE + plain, ...stemmed(NOTE)]),
  ];
}

/**
 * Returns the steps for several words, which may be in different equivalents. The longest word is looked up first, since the fewest
 * articles have it.
 */
function wordsTiers(words: readonly GlossQueryWord[]): SearchStep[] {
  const longestFirst = words.toSorted((a, b) => b.plain.length - a.plain.length);
  const unqualified = GLOSS_CLASSES.slice(0, -1);
  const lookups = (classes: readonly string[], coverages: readonly string[]) =>
    longestFirst.map(({ plain, stems, wholes }) => {
      const spelled = [...new Set([plain, ...wholes])];
      const { segment, segmentStem, word, wordStem } = GLOSS_KEY;
      return {
        in: 'broad' as const,
        anyOf: [
          ...classes.flatMap((glossClass) => [
            ...codedBy(segment + glossClass, spelled),
            ...codedBy(segmentStem + glossClass, stems),
          ]),
          ...coverages.flatMap((coverage) => [
            ...codedBy(word + coverage, spelled),
            ...codedBy(wordStem + coverage, stems),
          ]),
        ],
      };
    });
  return [
    { tier: 'translationHalf', lookups: lookups(unqualified, [HALF, PART]) },
    { tier: 'translationNote', lookups: lookups(GLOSS_CLASSES, COVERAGES) },
  ];
}

function codedBy(code: string, keys: readonly string[]): string[] {
  return keys.map((key) => code + key);
}
