import { wordsIn } from '../../search/content/content-words';
import { COMMON_FOLDING } from '../../search/folding';
import { glossLanguage } from '../../search/glosses/languages';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import { cut } from '../../../shared/text';
import { LONGEST_VALUE, type RecognisedEntity } from './entity-index';
import { textsByLanguage, textsIn } from './entity-values';

/** Most parameters of an intent. Each is compared with what a message mentions. */
const MOST_PARAMETERS = 100;

/** Longest answer, in code points, and longest text that one is made of. Source: Telegram and WhatsApp, which refuse longer ones. */
const LONGEST_ANSWER = 4096;
const LONGEST_PATTERN = 4 * LONGEST_ANSWER;

/** Number of utterances whose words are rather those of the question than a value that is asked for. */
const ASKING = 2;

/** Least score of an intent that a message expresses instead of answering the open question. */
const SURE_SCORE = 0.5;

/** A parameter of an intent: an item of `intent_params.parameters`. */
export interface IntentParameter {
  readonly name: string;
  /** Name of the entity whose values it takes. */
  readonly entity: string;
  readonly isRequired: boolean;
  /** Questions with which the bot asks for a value, by language. */
  readonly prompts: Json;
  /** Replies of the bot to words that are not a value, by language. */
  readonly unknown: Json;
}

/** Parameters, responses and utterances of an intent. */
export interface IntentRules {
  readonly name: string;
  readonly parameters: readonly IntentParameter[];
  /** Answers by language. */
  readonly responses: Json;
  /** The words of each of its utterances. */
  readonly utterances: readonly string[];
}

/** A value that a turn has found for a parameter. */
export interface Slot {
  readonly name: string;
  readonly entity: string;
  readonly value: string;
  /** The words of the message. */
  readonly said?: string;
}

/** A question that the bot has asked and that waits for an answer. */
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
  /** What the bot says; null if it has no text for this. */
  readonly reply: string | null;
}

/** A message with the recognised intent and entities, and the state of its conversation. */
export interface Understood {
  readonly text: string;
  readonly intent: string | null;
  readonly score: number;
  readonly entities: readonly RecognisedEntity[];
  readonly language: string;
  readonly pending?: PendingIntent | undefined;
  /** Selects one of several texts, so that a bot does not always say the same. */
  readonly turn: number;
}

/**
 * The rules of an intent: its parameters, and the template that `intent_params.template` names, by default the one with the name
 * of the intent. A template that names slots (`template_params.slots`) needs a value of the entity of each name.
 */
export function intentRules(
  name: string,
  params: Json | undefined,
  template?: { readonly params: Json | undefined; readonly responses: Json | undefined },
  utterances: readonly string[] = [],
): IntentRules {
  const listed = isJsonObject(params) ? params['parameters'] : undefined;
  const own = isJsonList(listed) ? listed.flatMap(parameterIn) : [];
  const slots = isJsonObject(template?.params) ? textsIn(template.params['slots']) : [];
  const named = slots.filter((slot) => own.every((parameter) => parameter.name !== slot));
  const implied = named.map((slot) => ({
    name: slot,
    entity: slot,
    isRequired: true,
    prompts: null,
    unknown: null,
  }));
  return {
    name,
    parameters: [...own, ...implied].slice(0, MOST_PARAMETERS),
    responses: template?.responses ?? null,
    utterances: utterances.map(plainWords),
  };
}

function parameterIn(json: Json): readonly IntentParameter[] {
  if (!isJsonObject(json) || typeof json['name'] !== 'string') return [];
  const { name, entity, required, prompts = null, unknown = null } = json;
  const isRequired = required !== false;
  return [{ name, entity: typeof entity === 'string' ? entity : name, isRequired, prompts, unknown }];
}

/** The name of the template of an intent. */
export function templateNameOf(intent: string, params: Json | undefined): string {
  const named = isJsonObject(params) ? params['template'] : undefined;
  return typeof named === 'string' ? named : intent;
}

/** Computes the intent, slots and reply for a message, taking an open question of the conversation into account. */
export function takeTurn(understood: Understood, rules: ReadonlyMap<string, IntentRules>): TurnResult {
  const { pending } = understood;
  const pendingRules = pending && !isAnother(understood, pending) ? rules.get(pending.intent) : undefined;
  const answers = pendingRules ? filled(pendingRules, pending?.slots ?? [], understood.entities) : [];
  const isAnswer = pending !== undefined && answers.length > pending.slots.length;
  const name = isAnswer ? pending.intent : understood.intent;
  const intent = name === null ? undefined : rules.get(name);
  if (intent === undefined) return notUnderstood(understood, pendingRules, pending?.slots);
  const slots = isAnswer ? answers : filled(intent, [], valuesOf(understood, intent));
  const missing = missingOf(intent, slots);
  if (!isAnswer && missing[0]?.unknown != null && hasUnknown(understood, intent))
    return notUnderstood(understood, intent, slots);
  const reply = missing[0]
    ? chosen(textsFor(missing[0].prompts, understood.language), understood.turn, NO_VALUES)
    : answerOf(intent, slots, understood);
  return { intent: intent.name, slots, missing: missing.map(({ name }) => name), reply };
}

/** A message of which no value was found. The bot may have a text for it, but people have to look at it. */
function notUnderstood(
  { language, turn }: Understood,
  pendingRules: IntentRules | undefined,
  known: readonly Slot[] = [],
): TurnResult {
  const [parameter] = pendingRules ? missingOf(pendingRules, known) : [];
  const texts = parameter?.unknown == null ? [] : textsFor(parameter.unknown, language);
  return { intent: null, slots: [], missing: [], reply: chosen(texts, turn, NO_VALUES) };
}

function missingOf({ parameters }: IntentRules, slots: readonly Slot[]): readonly IntentParameter[] {
  return parameters.filter(({ name, isRequired }) => isRequired && !slots.some((slot) => slot.name === name));
}

/** Whether a message clearly expresses another intent, with more words than those of values. */
function isAnother(understood: Understood, pending: PendingIntent): boolean {
  const { intent, score } = understood;
  const isSure = intent !== null && intent !== pending.intent && score >= SURE_SCORE;
  return isSure && wordsBeside(understood).length > 0;
}

/** Whether a message has a word that no utterance of its intent has, that is no value, and that says something. */
function hasUnknown(understood: Understood, { utterances }: IntentRules): boolean {
  const { isStopWord } = glossLanguage(understood.language);
  return wordsBeside(understood).some((word) => {
    const plain = plainWords(word);
    return (
      !isStopWord(COMMON_FOLDING.light(word)) && !utterances.some((utterance) => utterance.includes(plain))
    );
  });
}

/** The words of a message that belong to no entity. */
function wordsBeside({ text, entities }: Pick<Understood, 'text' | 'entities'>): readonly string[] {
  const inEntities = new Set(entities.flatMap((entity) => wordsIn(entity.text).map((word) => word.text)));
  return wordsIn(text).flatMap((word) => (inEntities.has(word.text) ? [] : [word.text]));
}

/** Words without marks, with a space before and behind each. */
function plainWords(text: string): string {
  return ` ${wordsIn(text)
    .map((word) => COMMON_FOLDING.plain(word.text))
    .join(' ')} `;
}

/**
 * The entities of a message that may be values: in "How do you say kangaroo?", where nothing is known of the last word, `say` is none.
 */
function valuesOf(understood: Understood, intent: IntentRules): readonly RecognisedEntity[] {
  if (!hasUnknown(understood, intent)) return understood.entities;
  const commonness = commonnessIn(intent.utterances);
  return understood.entities.filter((entity) => commonness(entity) < ASKING);
}

/**
 * The slots with those that entities fill, each by an entity of its kind that no other slot has: by the one that the fewest
 * utterances of the intent have, since `say` asks in "How do you say water?"; then by the first.
 */
function filled(
  { parameters, utterances }: IntentRules,
  known: readonly Slot[],
  entities: readonly RecognisedEntity[],
): readonly Slot[] {
  const commonness = commonnessIn(utterances);
  const free = [...entities];
  const slots = [...known];
  for (const { name, entity } of parameters) {
    if (slots.some((slot) => slot.name === name)) continue;
    const [first, ...others] = free.filter((recognised) => recognised.entity === entity);
    if (first === undefined) continue;
    const found = others.reduce(
      (best, entity) => (commonness(entity) < commonness(best) ? entity : best),
      first,
    );
    free.splice(free.indexOf(found), 1);
    slots.push({ name, entity, value: found.value, said: found.text });
  }
  return slots;
}

/** How many utterances have the words of an entity. */
function commonnessIn(utterances: readonly string[]): (entity: RecognisedEntity) => number {
  const counts = new Map<string, number>();
  return ({ text }) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const words = plainWords(text);
    const count = utterances.filter((utterance) => utterance.includes(words)).length;
    counts.set(text, count);
    return count;
  };
}

/** One of the answers for which all values are there, with its values. */
function answerOf(
  { responses }: IntentRules,
  slots: readonly Slot[],
  { language, turn }: Understood,
): string | null {
  const named = (nameOf: (slot: Slot) => string) =>
    slots.flatMap((slot) => {
      const name = nameOf(slot);
      return [[name, slot.value] as const, [`${name}.said`, slot.said ?? slot.value] as const];
    });
  // A parameter may have the name of an entity of which others are, too.
  const values = new Map([...named(({ entity }) => entity), ...named(({ name }) => name)]);
  const whole = textsFor(responses, language).filter((text) =>
    placeholdersOf(text).every((name) => values.has(name)),
  );
  return chosen(whole, turn, values);
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

/** One of the texts with its values. However many names an owner writes into it, and however long their values are, it is no longer than an answer. */
function chosen(texts: readonly string[], turn: number, values: ReadonlyMap<string, string>): string | null {
  const text = texts[turn % Math.max(1, texts.length)];
  if (text === undefined) return null;
  const whole = cut(text, LONGEST_PATTERN).replace(PLACEHOLDER, (written, name: string) =>
    cut(values.get(name) ?? written, LONGEST_VALUE),
  );
  return cut(whole, LONGEST_ANSWER);
}
