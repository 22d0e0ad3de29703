import { positionedWords } from '../../search/content/content-words';
import { COMMON_FOLDING } from '../../search/folding';
import { glossLanguage } from '../../search/glosses/languages';
import type { Json } from '../../../shared/json';
import { cut } from '../../../shared/text';
import { MAX_VALUE_LENGTH, type RecognisedEntity } from './entity-index';
import { textsByLanguage } from './entity-values';
import { type IntentParameter, type IntentRules, spacedWords } from './intent-rules';

/** Maximum length of a reply, in code points. Source: Telegram and WhatsApp, which refuse longer messages. */
const MAX_REPLY_LENGTH = 4096;

/** Maximum length of a text with placeholders, in code points. */
const MAX_TEMPLATE_LENGTH = 4 * MAX_REPLY_LENGTH;

/** Minimum number of utterances of an intent with the words of an entity for these to count as wording instead of a value. */
const UTTERANCES_OF_WORDING = 2;

/** Minimum score of another intent with which a message abandons the open question. */
const SURE_SCORE = 0.5;

/** A parameter with its value from the conversation. */
export interface Slot {
  /** Name of the parameter. */
  readonly name: string;
  /** Name of the entity. */
  readonly entity: string;
  readonly value: string;
  /** The text of the message that matched the value. */
  readonly said?: string;
}

/** An intent for which the bot has asked for a missing value, and the slots filled so far. */
export interface PendingIntent {
  readonly intent: string;
  readonly slots: readonly Slot[];
}

/** The result of a dialogue turn. */
export interface TurnResult {
  /** The intent; null if the message was not understood. */
  readonly intent: string | null;
  readonly slots: readonly Slot[];
  /** Names of the required parameters that have no value yet. */
  readonly missing: readonly string[];
  /** The text of the bot; null if it has none for this message. */
  readonly reply: string | null;
}

/** A message with the recognised intent and entities, and the state of its conversation. */
export interface MessageAnalysis {
  readonly text: string;
  readonly intent: string | null;
  readonly score: number;
  readonly entities: readonly RecognisedEntity[];
  readonly language: string;
  readonly pending?: PendingIntent | undefined;
  /** Number of the last request. It selects one of several texts, so that replies vary. */
  readonly turn: number;
}

/**
 * Computes the intent, slots and reply for a message, taking an open question of the conversation into account.
 *
 * @param rules by name of the intent
 */
export function takeTurn(analysis: MessageAnalysis, rules: ReadonlyMap<string, IntentRules>): TurnResult {
  const { pending } = analysis;
  const pendingRules =
    pending && !expressesOtherIntent(analysis, pending) ? rules.get(pending.intent) : undefined;
  const answers = pendingRules ? fillSlots(pendingRules, pending?.slots ?? [], analysis.entities) : [];
  const isAnswer = pending !== undefined && answers.length > pending.slots.length;
  const name = isAnswer ? pending.intent : analysis.intent;
  const intent = name === null ? undefined : rules.get(name);
  if (intent === undefined) return notUnderstood(analysis, pendingRules, pending?.slots);
  const slots = isAnswer ? answers : fillSlots(intent, [], slotCandidates(analysis, intent));
  const missing = missingOf(intent, slots);
  if (!isAnswer && missing[0]?.unknown != null && hasUnknownWord(analysis, intent))
    return notUnderstood(analysis, intent, slots);
  const reply = missing[0]
    ? chooseReply(textsFor(missing[0].prompts, analysis.language), analysis.turn, NO_VALUES)
    : responseOf(intent, slots, analysis);
  return { intent: intent.name, slots, missing: missing.map(({ name }) => name), reply };
}

/** The result for a message without a value or intent. The bot may reply with a text about unknown words. */
function notUnderstood(
  { language, turn }: MessageAnalysis,
  pendingRules: IntentRules | undefined,
  slots: readonly Slot[] = [],
): TurnResult {
  const [parameter] = pendingRules ? missingOf(pendingRules, slots) : [];
  const texts = parameter?.unknown == null ? [] : textsFor(parameter.unknown, language);
  return { intent: null, slots: [], missing: [], reply: chooseReply(texts, turn, NO_VALUES) };
}

/** The required parameters without a slot. */
function missingOf({ parameters }: IntentRules, slots: readonly Slot[]): readonly IntentParameter[] {
  return parameters.filter(({ name, isRequired }) => isRequired && !slots.some((slot) => slot.name === name));
}

/** Whether a message expresses another intent than the pending one with a high score, and has words besides values. */
function expressesOtherIntent(analysis: MessageAnalysis, pending: PendingIntent): boolean {
  const { intent, score } = analysis;
  const isSure = intent !== null && intent !== pending.intent && score >= SURE_SCORE;
  return isSure && wordsBeside(analysis).length > 0;
}

/** Whether a message has a word that is in no utterance of the intent, no value and no stop word. */
function hasUnknownWord(analysis: MessageAnalysis, { utterances }: IntentRules): boolean {
  const { isStopWord } = glossLanguage(analysis.language);
  return wordsBeside(analysis).some((word) => {
    if (isStopWord(COMMON_FOLDING.caseFold(word))) return false;
    const plain = spacedWords(word);
    return !utterances.some((utterance) => utterance.includes(plain));
  });
}

/** The words of a message that belong to no entity. */
function wordsBeside({ text, entities }: Pick<MessageAnalysis, 'text' | 'entities'>): readonly string[] {
  const inEntities = new Set(
    entities.flatMap((entity) => positionedWords(entity.text).map((word) => word.text)),
  );
  return positionedWords(text).flatMap((word) => (inEntities.has(word.text) ? [] : [word.text]));
}

/**
 * The entities of a message that may fill slots. If the message has unknown words, entities that belong to the wording of the
 * intent are excluded: in "How do you say kangaroo?" with an unknown last word, `say` is not the value.
 */
function slotCandidates(analysis: MessageAnalysis, intent: IntentRules): readonly RecognisedEntity[] {
  if (!hasUnknownWord(analysis, intent)) return analysis.entities;
  const commonness = commonnessIn(intent.utterances);
  return analysis.entities.filter((entity) => commonness(entity) < UTTERANCES_OF_WORDING);
}

/**
 * Fills the parameters that have no slot. Each takes a recognised value of its entity that no other slot has taken: the one whose
 * words are in the fewest utterances of the intent (in "How do you say water?" it is `water`), then the first.
 */
function fillSlots(
  { parameters, utterances }: IntentRules,
  filledSlots: readonly Slot[],
  entities: readonly RecognisedEntity[],
): readonly Slot[] {
  const commonness = commonnessIn(utterances);
  const free = [...entities];
  const slots = [...filledSlots];
  for (const { name, entity } of parameters) {
    if (slots.some((slot) => slot.name === name)) continue;
    const [first, ...others] = free.filter((recognised) => recognised.entity === entity);
    if (first === undefined) continue;
    const rarest = others.reduce(
      (best, entity) => (commonness(entity) < commonness(best) ? entity : best),
      first,
    );
    free.splice(free.indexOf(rarest), 1);
    slots.push({ name, entity, value: rarest.value, said: rarest.text });
  }
  return slots;
}

/** Returns a function that counts the utterances with the words of an entity. */
function commonnessIn(utterances: readonly string[]): (entity: RecognisedEntity) => number {
  const counts = new Map<string, number>();
  return ({ text }) => {
    const counted = counts.get(text);
    if (counted !== undefined) return counted;
    const words = spacedWords(text);
    const count = utterances.filter((utterance) => utterance.includes(words)).length;
    counts.set(text, count);
    return count;
  };
}

/** One of the responses of which all placeholders have a value, with these values. */
function responseOf(
  { responses }: IntentRules,
  slots: readonly Slot[],
  { language, turn }: MessageAnalysis,
): string | null {
  const valuesBy = (nameOf: (slot: Slot) => string) =>
    slots.flatMap((slot) => {
      const name = nameOf(slot);
      return [[name, slot.value] as const, [`${name}.said`, slot.said ?? slot.value] as const];
    });
  // A parameter may have the name of the entity of another parameter; then the name of the parameter takes precedence.
  const values = new Map([...valuesBy(({ entity }) => entity), ...valuesBy(({ name }) => name)]);
  const complete = textsFor(responses, language).filter((text) =>
    placeholdersOf(text).every((name) => values.has(name)),
  );
  return chooseReply(complete, turn, values);
}

const PLACEHOLDER = /\{([^{}\s]+)\}/gu;

function placeholdersOf(text: string): readonly string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name);
}

/** Texts in the language of the conversation, otherwise in any. */
function textsFor(json: Json, language: string): readonly string[] {
  const own = textsByLanguage(json, language);
  return own.length > 0 ? own : textsByLanguage(json);
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/**
 * Chooses one of the texts by the number of the turn and replaces its placeholders by values.
 *
 * @returns at most MAX_REPLY_LENGTH code points; null if there are no texts
 */
function chooseReply(
  texts: readonly string[],
  turn: number,
  values: ReadonlyMap<string, string>,
): string | null {
  const text = texts[turn % Math.max(1, texts.length)];
  if (text === undefined) return null;
  const reply = cut(text, MAX_TEMPLATE_LENGTH).replace(PLACEHOLDER, (placeholder, name: string) =>
    cut(values.get(name) ?? placeholder, MAX_VALUE_LENGTH),
  );
  return cut(reply, MAX_REPLY_LENGTH);
}
