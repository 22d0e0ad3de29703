import {
  type PendingIntent,
  type Slot,
  takeTurn,
  type TurnResult,
} from '../../domain/chatbot/recognition/dialogue';
import {
  applicationOf,
  type Resource,
  type ResourceKey,
} from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { storedFields } from '../../domain/chatbot/resource/stored-fields';
import { canonicalTag } from '../../domain/dictionary/dictionary-languages';
import { allChecked, invalid } from '../../shared/faults';
import { isJsonObject, type Json } from '../../shared/json';
import type { Viewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import type { ResourceWritingService } from '../applications/resource-writing.service';
import { objectNotFound, isInTenantScope } from '../applications/tenant-scope';
import { checkedInput, type Recognition, type RecognitionService } from './recognition.service';

const CONVERSATION_TYPE = resourceTypeNamed('Conversation');
const REQUEST_TYPE = resourceTypeNamed('ConversationRequest');
const FIELD_TYPE = resourceTypeNamed('Field');

/** A message of a person to a bot. */
export interface Message {
  readonly conversation: ResourceKey;
  readonly text: string;
  /** The field whose entities and intents are recognised; by default the only one of the application. */
  readonly field?: ResourceKey | undefined;
  /** Tag (BCP 47) of the text; by default the `userLanguage` of the conversation, then its `botLanguage`. */
  readonly language?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** The answer of the bot to a message. */
export interface ConversationTurn {
  /** The stored request. */
  readonly request: Resource;
  /** The text of the bot; null if it has none for this message. */
  readonly reply: string | null;
  /** Names of the required parameters that have no value yet. */
  readonly missing: readonly string[];
  readonly recognition: Recognition;
}

/** Answers messages to bots: recognises the message, fills slots, chooses a response, and stores the request. */
export class ConversationTurnService {
  constructor(
    private readonly storage: Pick<Storage, 'resources'>,
    private readonly recognition: RecognitionService,
    private readonly writes: ResourceWritingService,
  ) {}

  /**
   * Answers a message and stores it as a request of the conversation.
   *
   * @param beforeStoring is awaited with the answer before the request is stored; if it rejects, nothing is stored
   * @throws Failure NOT_FOUND if the conversation or the field does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED
   */
  async converse(
    viewer: Viewer,
    message: Message,
    beforeStoring?: (reply: string | null) => Promise<void>,
  ): Promise<ConversationTurn> {
    const { resources } = this.storage;
    const { conversation: key } = message;
    const [conversation] = isInTenantScope(viewer, key) ? await resources.find(CONVERSATION_TYPE, [key]) : [];
    if (!conversation) throw objectNotFound();
    allChecked(
      () => checkedInput(message),
      () => storedFields(REQUEST_TYPE.domainClass, { sessionId: message.sessionId }),
    );
    const field = await this.fieldFor(message);
    const language = message.language ?? conversationLanguage(conversation);
    const recognition = await this.recognition.recognise(viewer, field, { text: message.text, language });
    if (!recognition) throw objectNotFound();
    const last = await this.lastRequest(key);
    const result = takeTurn(
      {
        text: recognition.text,
        intent: recognition.intent.intent,
        score: recognition.intent.score,
        entities: recognition.entities,
        language: language ?? '',
        pending: last && pendingIn(last),
        turn: last?.number ?? 0,
      },
      recognition.rules,
    );
    const input = requestFields(message, { recognition, result, language: language ?? null });
    await beforeStoring?.(result.reply);
    const request = await this.writes.create(viewer, REQUEST_TYPE, { owner: key, input });
    return { request, reply: result.reply, missing: result.missing, recognition };
  }

  /**
   * The field of a message.
   *
   * @throws Failure NOT_FOUND if it belongs to another application; INVALID_INPUT if the message names none and the application
   *   has not exactly one
   */
  private async fieldFor({ conversation, field }: Message): Promise<ResourceKey> {
    const application = applicationOf(conversation);
    if (field !== undefined) {
      if (applicationOf(field) !== application) throw objectNotFound();
      return field;
    }
    const { items: fields } = await this.storage.resources.read(FIELD_TYPE, {
      owner: application,
      filter: {},
      order: 'ASC',
      limit: 2,
    });
    const [first, second] = fields;
    if (first && !second) return first.key;
    const problem = first ? 'has several fields: name one' : 'has no field';
    throw invalid('fieldId', `The application ${problem}`);
  }

  private async lastRequest(conversation: ResourceKey): Promise<Resource | undefined> {
    const query = { owner: conversation, filter: {}, order: 'DESC', limit: 1 } as const;
    const { items: requests } = await this.storage.resources.read(REQUEST_TYPE, query);
    return requests[0];
  }
}

/** The language tag of the person, otherwise that of the bot. Values that are not language tags are ignored. */
function conversationLanguage(conversation: Resource): string | undefined {
  for (const name of ['userLanguage', 'botLanguage']) {
    const value = conversation[name];
    const tag = typeof value === 'string' ? canonicalTag(value.replaceAll('_', '-')) : undefined;
    if (tag !== undefined) return tag;
  }
  return undefined;
}

/** The intent that the last request left with an open question, and its slots; see `requestFields`. */
function pendingIn({ followUp, followUpData }: Resource): PendingIntent | undefined {
  const [data] = followUp === true && Array.isArray(followUpData) ? (followUpData as Json[]) : [];
  if (!isJsonObject(data) || typeof data['intent'] !== 'string') return undefined;
  const slots = Array.isArray(data['slots']) ? (data['slots'] as Json[]).flatMap(slotIn) : [];
  return { intent: data['intent'], slots };
}

function slotIn(json: Json): readonly Slot[] {
  if (!isJsonObject(json)) return [];
  const { name, entity, value, said } = json;
  const isSlot = typeof name === 'string' && typeof entity === 'string' && typeof value === 'string';
  return isSlot ? [{ name, entity, value, ...(typeof said === 'string' ? { said } : {}) }] : [];
}

interface TurnOutcome {
  readonly recognition: Recognition;
  readonly result: TurnResult;
  readonly language: string | null;
}

/** The fields of the request to store, in the documented shapes of their JSON. */
function requestFields(
  { sessionId }: Message,
  { recognition, result, language }: TurnOutcome,
): Readonly<Record<string, unknown>> {
  const { text, entities, intent } = recognition;
  const isOpen = result.missing.length > 0;
  const response = result.reply === null ? {} : { lang: language, text: result.reply };
  const slots = result.slots.map((slot) => ({ ...slot }));
  return {
    userRequest: text,
    sessionId: sessionId ?? null,
    intentName: result.intent,
    nluResponse: {
      text,
      intent: { name: intent.intent, confidence: rounded(intent.score), margin: rounded(intent.margin) },
      candidates: intent.candidates.map(({ intent: name, score }) => ({ name, confidence: rounded(score) })),
      entities: entities.map((entity) => ({ ...entity })),
    },
    slots,
    resolved: result.intent !== null && !isOpen,
    botResponse: response,
    followUp: isOpen,
    followUpText: isOpen ? response : {},
    followUpData: isOpen ? [{ intent: result.intent, slots, missing: result.missing }] : [],
  };
}

/** A score with three decimals. */
function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
