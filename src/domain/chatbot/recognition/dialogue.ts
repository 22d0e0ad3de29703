import { wordsIn } from '../../search/content/content-words';
import { COMMON_FOLDING } from '../../search/folding';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import type { RecognisedEntity } from './entity-index';
import { textsByLanguage, textsIn } from './entity-values';

/** Something that an intent needs to know, in the shape of an item of `intent_params.parameters`. */
export interface IntentParameter {
  readonly name: string;
  /** Name of the entity whose values it takes. */
  readonly entity: string;
  readonly isRequired: boolean;
  /** Questions for it, by language. */
  readonly prompts: Json;
}

/** What a bot has for an intent. */
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

/** What a bot does with one message. */
export interface TurnResult {
  /** The intent; null if the message was not understood. */
  readonly intent: string | null;
  readonly slots: readonly Slot[];
  /** Names of the required parameters that have no value yet. */
  readonly missing: readonly string[];
  /** What the bot says; null if it has no text for this. */
  readonly reply: string | null;
}

export interface Understood {
  readonly intent: string | null;
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
  const implied = named.map((slot) => ({ name: slot, entity: slot, isRequired: true, prompts: null }));
  return {
    name,
    parameters: [...own, ...implied],
    responses: template?.responses ?? null,
    utterances: utterances.map(plainWords),
  };
}

function parameterIn(json: Json): readonly IntentParameter[] {
  if (!isJsonObject(json) || typeof json['name'] !== 'string') return [];
  const { name, entity, required, prompts } = json;
  const isRequired = required !== false;
  return [{ name, entity: typeof entity === 'string' ? entity : name, isRequired, prompts: prompts ?? null }];
}

/** The name of the template of an intent. */
export function templateNameOf(intent: string, params: Json | undefined): string {
  const named = isJsonObject(params) ? params['template'] : undefined;
  return typeof named === 'string' ? named : intent;
}

/** Decides what a message means after what was said before, and what the bot answers. */
export function takeTurn(understood: Understood, rules: ReadonlyMap<string, IntentRules>): TurnResult {
  const { pending, entities } = understood;
  const asked = pending && rules.get(pending.intent);
  const answers = asked ? filled(asked, pending.slots, entities) : [];
  const isAnswer = pending !== undefined && answers.length > pending.slots.length;
  const name = isAnswer ? pending.intent : understood.intent;
  const intent = name === null ? undefined : rules.get(name);
  if (intent === undefined) return { intent: null, slots: [], missing: [], reply: null };
  const slots = isAnswer ? answers : filled(intent, [], entities);
  const missing = intent.parameters.filter(
    ({ name, isRequired }) => isRequired && !slots.some((slot) => slot.name === name),
  );
  const reply = missing[0]
    ? chosen(textsFor(missing[0].prompts, understood.language), understood.turn)
    : answerOf(intent, slots, understood);
  return { intent: intent.name, slots, missing: missing.map(({ name }) => name), reply };
}

/** Words without marks, with a space before and behind each. */
function plainWords(text: string): string {
  return ` ${wordsIn(text)
    .map((word) => COMMON_FOLDING.plain(word.text))
    .join(' ')} `;
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
  const free = [...entities];
  const slots = [...known];
  for (const { name, entity } of parameters) {
    if (slots.some((slot) => slot.name === name)) continue;
    const commonness = (found: RecognisedEntity) =>
      utterances.filter((utterance) => utterance.includes(plainWords(found.text))).length;
    const [found] = free
      .filter((one) => one.entity === entity)
      .toSorted((a, b) => commonness(a) - commonness(b));
    if (found === undefined) continue;
    free.splice(free.indexOf(found), 1);
    slots.push({ name, entity, value: found.value, said: found.text });
  }
  return slots;
}

/** One of the answers for which all values are there, with its values. */
function answerOf(
  { responses }: IntentRules,
  slots: readonly Slot[],
  { language, turn }: Understood,
): string | null {
  const values = new Map(
    slots.flatMap(({ name, entity, value, said = value }) => [
      [entity, value] as const,
      [`${entity}.said`, said],
      [name, value],
      [`${name}.said`, said],
    ]),
  );
  const whole = textsFor(responses, language).filter((text) =>
    placeholdersOf(text).every((name) => values.has(name)),
  );
  return chosen(whole, turn)?.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '') ?? null;
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

function chosen(texts: readonly string[], turn: number): string | null {
  return texts[turn % Math.max(1, texts.length)] ?? null;
}
