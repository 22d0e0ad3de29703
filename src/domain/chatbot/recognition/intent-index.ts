import { positionedWords } from '../../search/content/content-words';
import { COMMON_FOLDING, type Folding } from '../../search/folding';
import { apostropheParts } from '../../search/glosses/glosses';
import { glossLanguage, hasStems } from '../../search/glosses/languages';
import { utf8Length } from '../../../shared/text';

/** An intent that a sentence may express. */
export interface ScoredIntent {
  readonly intent: string;
  /** Confidence from 0 to 1. */
  readonly score: number;
}

/** The intent of a sentence, with alternatives. */
export interface IntentMatch {
  /** The intent; null if none is likely enough. */
  readonly intent: string | null;
  readonly score: number;
  /** Difference between the scores of the best and the second intent. */
  readonly margin: number;
  /** The likeliest intents, best first. */
  readonly candidates: readonly ScoredIntent[];
}

/** The utterances of one intent. */
export interface NamedIntent {
  readonly name: string;
  readonly utterances: readonly string[];
}

/** Rules by which texts of one language are folded and stemmed. */
export interface TextRules {
  readonly folding: Folding;
  /** Tag of the language, if it is known. */
  readonly language: string | undefined;
}

/** Minimum score of a recognised intent. Measured with utterances of real bots and with sentences that no intent expresses. */
const MIN_SCORE = 0.25;

/** Factor of differences in log likelihood when scores are computed (softmax). */
const SHARPNESS = 2;

/** Maximum number of candidates, among which the score is distributed. */
const MAX_CANDIDATE_INTENTS = 10;

/** Smoothing: the assumed amount of a feature in intents that do not have it. */
const SMOOTHING = 0.3;

/** Weights of the features of a text. */
const WEIGHTS = { word: 1, stem: 1, wordBigram: 0.5, characterNgram: 0.3 };

/** Lengths of character n-grams, in letters. */
const NGRAM_LENGTHS = [3, 4];

/** White space, and characters that change the look of a symbol but not its meaning: skin tones and variation selectors. */
const VARIATIONS = /[\p{Emoji_Modifier}\uFE0E\uFE0F\s]/gu;

/** Amounts or weights by feature. */
type Vector = ReadonlyMap<string, number>;

/** Weight of a feature for the intent with index `at`. */
interface FeatureWeight {
  readonly at: number;
  readonly weight: number;
}

/**
 * Finds the intent that a sentence expresses by the complement naive Bayes method: a feature supports an intent if it is rare
 * in the utterances of all others. Source: J. Rennie and others, Tackling the Poor Assumptions of Naive Bayes Text Classifiers,
 * 2003. Few utterances are enough for it.
 */
export class IntentIndex {
  /** Names of intents by utterance, as `plain` returns it. */
  private readonly exact = new Map<string, Set<string>>();
  /** Rarity of each feature among the utterances. */
  private rarity: Vector = new Map();
  /** By feature. */
  private readonly evidence = new Map<string, FeatureWeight[]>();
  /** Log of the total weight of the utterances of all other intents, by index of the intent. */
  private others: readonly number[] = [];

  private constructor(
    private readonly names: readonly string[],
    private readonly rules: TextRules,
  ) {}

  /** Number of pairs of a feature and an intent. Each takes about 100 bytes of memory. */
  get size(): number {
    let size = 0;
    for (const list of this.evidence.values()) size += list.length;
    return size;
  }

  /** Builds an index of the utterances of intents, in short steps between which the caller may pause. */
  static *learn(intents: readonly NamedIntent[], rules: TextRules): Generator<void, IntentIndex> {
    const index = new IntentIndex(
      intents.map(({ name }) => name),
      rules,
    );
    const texts: Vector[][] = [];
    for (const { name, utterances } of intents) {
      const ofIntent: Vector[] = [];
      for (const text of utterances) {
        ofIntent.push(featuresOf(text, rules));
        index.addExact(text, name);
        yield;
      }
      texts.push(ofIntent);
    }
    index.rarity = rarityOf(texts);
    yield* index.weigh(texts);
    return index;
  }

  /**
   * Computes the evidence of each feature.
   *
   * @param texts features of the utterances of each intent
   */
  private *weigh(texts: readonly (readonly Vector[])[]): Generator<void> {
    const overall = new Map<string, number>();
    const sums: Vector[] = [];
    for (const ofIntent of texts) {
      const sum = new Map<string, number>();
      for (const features of ofIntent) {
        const vector = this.vectorOf(features);
        addTo(sum, vector);
        addTo(overall, vector);
        yield;
      }
      sums.push(sum);
    }
    const size = total(overall);
    this.others = sums.map((sum) => Math.log(size - total(sum) + SMOOTHING * overall.size));
    for (const [at, sum] of sums.entries()) {
      for (const [feature, amount] of sum) {
        const overallAmount = (overall.get(feature) ?? 0) + SMOOTHING;
        const evidence = { at, weight: Math.log(overallAmount / (overallAmount - amount)) };
        const list = this.evidence.get(feature);
        // An array literal with one item uses less memory than an empty array that grows. Most features have one item.
        if (list) list.push(evidence);
        else this.evidence.set(feature, [evidence]);
      }
      yield;
    }
  }

  private addExact(text: string, intent: string): void {
    const plain = this.plain(text);
    this.exact.set(plain, (this.exact.get(plain) ?? new Set()).add(intent));
  }

  /** Recognises the intent of a sentence: the likeliest one if its score is at least MIN_SCORE and no other has the same. */
  find(sentence: string): IntentMatch {
    const candidates = this.candidates(sentence);
    const [first, second] = candidates;
    const score = first?.score ?? 0;
    const margin = score - (second?.score ?? 0);
    const isClear = score >= MIN_SCORE && margin > 0;
    return { intent: isClear ? (first?.intent ?? null) : null, score, margin, candidates };
  }

  /** The likeliest intents, best first, at most MAX_CANDIDATES. */
  private candidates(sentence: string): readonly ScoredIntent[] {
    const exact = this.exact.get(this.plain(sentence));
    if (exact !== undefined)
      return [...exact].slice(0, MAX_CANDIDATE_INTENTS).map((intent) => ({ intent, score: 1 / exact.size }));
    if (!hasMeaning(sentence, this.rules)) return [];
    const features = featuresOf(sentence, this.rules);
    const likelihoods = this.likelihoods(this.vectorOf(features));
    const best = [...likelihoods]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, MAX_CANDIDATE_INTENTS)
      .map(([at, likelihood]) => ({ intent: this.names[at] ?? '', likelihood }));
    const top = best[0]?.likelihood ?? 0;
    const shares = best.map(({ likelihood }) => Math.exp(SHARPNESS * (likelihood - top)));
    const scale = this.knownShare(features) / shares.reduce((sum, share) => sum + share, 0);
    return best.map(({ intent }, at) => ({ intent, score: (shares[at] ?? 0) * scale }));
  }

  /** Log likelihoods, by intent index, of the intents that share a feature with the sentence, without the term common to all. */
  private likelihoods(vector: Vector): ReadonlyMap<number, number> {
    const likelihoods = new Map<number, number>();
    const size = total(vector);
    for (const [feature, amount] of vector)
      for (const { at, weight } of this.evidence.get(feature) ?? [])
        likelihoods.set(at, (likelihoods.get(at) ?? size * (this.others[at] ?? 0)) + amount * weight);
    return likelihoods;
  }

  /** Share of the features of a sentence that occur in utterances, from 0 to 1. It lowers the score of unusual wording. */
  private knownShare(features: Vector): number {
    let known = 0;
    for (const [feature, amount] of features) if (this.rarity.has(feature)) known += amount;
    return known / Math.max(1e-9, total(features));
  }

  /** TF-IDF vector of length 1 of the features that occur in utterances. */
  private vectorOf(features: Vector): Vector {
    const vector = new Map<string, number>();
    let squares = 0;
    for (const [feature, amount] of features) {
      const weight = Math.log(1 + amount) * (this.rarity.get(feature) ?? 0);
      if (weight > 0) vector.set(feature, weight);
      squares += weight * weight;
    }
    const length = Math.sqrt(squares);
    for (const [feature, weight] of vector) vector.set(feature, weight / length);
    return vector;
  }

  /** The folded words of a text. A text without words, such as 👍, is returned without skin tones, variation selectors and spaces. */
  private plain(text: string): string {
    const words = plainWords(text, this.rules);
    return words.length > 0 ? words.join(' ') : text.replace(VARIATIONS, '') || text;
  }
}

function plainWords(text: string, { folding }: TextRules): readonly string[] {
  return positionedWords(text)
    .map((word) => folding.plainSpelling(word.text))
    .filter((word) => word !== '');
}

/** Whether a sentence has several words, or one that is not a stop word or a single letter. */
function hasMeaning(sentence: string, rules: TextRules): boolean {
  const [word = '', ...others] = plainWords(sentence, rules);
  return others.length > 0 || (utf8Length(word) > 1 && !glossLanguage(rules.language).isStopWord(word));
}

/** The weighted features of a text. The first letter of a feature is its kind: word, stem, word bigram or character n-gram (`p`). */
function featuresOf(text: string, rules: TextRules): Vector {
  const features = new Map<string, number>();
  const add = (name: string, weight: number) => features.set(name, (features.get(name) ?? 0) + weight);
  const words = plainWords(text, rules);
  for (const word of words) add(`w${word}`, WEIGHTS.word);
  for (const stem of stemsIn(text, rules)) add(`s${stem}`, WEIGHTS.stem);
  for (const [at, word] of words.slice(1).entries()) add(`b${words[at] ?? ''} ${word}`, WEIGHTS.wordBigram);
  for (const word of words) for (const ngram of ngramsOf(word)) add(`p${ngram}`, WEIGHTS.characterNgram);
  return features;
}

/** The stems of the words of a text; none in a language without a stemmer. */
function stemsIn(text: string, { language }: TextRules): readonly string[] {
  if (!hasStems(language)) return [];
  const { stemOf } = glossLanguage(language);
  return positionedWords(text).flatMap((word) =>
    apostropheParts(COMMON_FOLDING.caseFold(word.text)).map(stemOf),
  );
}

/** The character n-grams of a word whose ends are marked, for example `#ha` and `ri#` of _habari_. */
function ngramsOf(word: string): readonly string[] {
  const letters = Array.from(`#${word}#`);
  return NGRAM_LENGTHS.flatMap((length) =>
    Array.from({ length: Math.max(0, letters.length - length + 1) }, (_, at) =>
      letters.slice(at, at + length).join(''),
    ),
  );
}

/**
 * The rarity of each feature among utterances (inverse document frequency).
 *
 * @param texts features of the utterances of each intent
 */
function rarityOf(texts: readonly (readonly Vector[])[]): Vector {
  const counts = new Map<string, number>();
  let utterances = 0;
  for (const ofIntent of texts)
    for (const features of ofIntent) {
      utterances++;
      for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    }
  for (const [feature, count] of counts) counts.set(feature, Math.log((utterances + 1) / (count + 0.5)));
  return counts;
}

function addTo(sum: Map<string, number>, vector: Vector): void {
  for (const [feature, amount] of vector) sum.set(feature, (sum.get(feature) ?? 0) + amount);
}

function total(vector: Vector): number {
  let sum = 0;
  for (const amount of vector.values()) sum += amount;
  return sum;
}
