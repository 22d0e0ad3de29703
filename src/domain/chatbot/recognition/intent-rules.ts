import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import { positionedWords } from '../../search/content/content-words';
import { COMMON_FOLDING } from '../../search/folding';
import { filledTexts } from './entity-values';

/** Maximum number of parameters of an intent. Each is compared with the entities of a message. */
const MAX_PARAMETERS = 100;

/** A parameter of an intent: an item of `intent_params.parameters`. */
export interface IntentParameter {
  readonly name: string;
  /** Name of the entity whose values it takes. */
  readonly entity: string;
  readonly isRequired: boolean;
  /** Questions of the bot for a value, by language. */
  readonly prompts: Json;
  /** Replies of the bot to a message that has unknown words instead of a value, by language. */
  readonly unknown: Json;
}

/** Parameters, responses and utterances of an intent. */
export interface IntentRules {
  readonly name: string;
  readonly parameters: readonly IntentParameter[];
  /** Answers by language. */
  readonly responses: Json;
  /** Its utterances, as `spacedWords` returns them. */
  readonly utterances: readonly string[];
}

/**
 * Reads the rules of an intent from the JSON of the intent and its template.
 *
 * @param params `intent_params`
 * @param template see `templateNameOf`. Each name in `template_params.slots` that is not a parameter becomes a required parameter
 *   of the entity with this name
 */
export function intentRules(
  name: string,
  params: Json | undefined,
  template?: { readonly params: Json | undefined; readonly responses: Json | undefined },
  utterances: readonly string[] = [],
): IntentRules {
  const list = isJsonObject(params) ? params['parameters'] : undefined;
  const parameters = isJsonList(list) ? list.flatMap(parameterIn) : [];
  const slots = isJsonObject(template?.params) ? filledTexts(template.params['slots']) : [];
  const otherSlots = slots.filter((slot) => parameters.every((parameter) => parameter.name !== slot));
  const slotParameters = otherSlots.map((slot) => ({
    name: slot,
    entity: slot,
    isRequired: true,
    prompts: null,
    unknown: null,
  }));
  return {
    name,
    parameters: [...parameters, ...slotParameters].slice(0, MAX_PARAMETERS),
    responses: template?.responses ?? null,
    utterances: utterances.map(spacedWords),
  };
}

function parameterIn(json: Json): readonly IntentParameter[] {
  if (!isJsonObject(json) || typeof json['name'] !== 'string') return [];
  const { name, entity, required, prompts = null, unknown = null } = json;
  const isRequired = required !== false;
  return [{ name, entity: typeof entity === 'string' ? entity : name, isRequired, prompts, unknown }];
}

/** The name of the template of an intent: `intent_params.template`, by default the name of the intent. */
export function templateNameOf(intent: string, params: Json | undefined): string {
  const template = isJsonObject(params) ? params['template'] : undefined;
  return typeof template === 'string' ? template : intent;
}

/** The folded words of a text, with a space before and after each, so that `includes` finds whole words. */
export function spacedWords(text: string): string {
  return ` ${positionedWords(text)
    .map((word) => COMMON_FOLDING.plainSpelling(word.text))
    .join(' ')} `;
}
