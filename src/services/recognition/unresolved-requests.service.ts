import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { storedFields } from '../../domain/chatbot/resource/stored-fields';
import { canonicalTag } from '../../domain/dictionary/dictionary-languages';
import { COMMON_FOLDING } from '../../domain/search/folding';
import { Failure } from '../../shared/failure';
import { allChecked, invalid } from '../../shared/faults';
import { grouped } from '../../shared/grouped';
import { isJsonList, isJsonObject, type Json, type JsonObject, JsonText } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import type { UnresolvedPosition } from '../../storage/applications/resource-repository';
import type { Storage } from '../../storage/storage';
import {
  isCountable,
  MAX_COUNTED_LENGTH,
  type MissedSearches,
  MIN_COUNTED_LENGTH,
} from '../search/missed-searches';
import { objectNotFound, isInTenantScope } from '../applications/tenant-scope';
import { dictionaryNotFound } from '../dictionaries/dictionary.service';

const CONVERSATION_TYPE = resourceTypeNamed('Conversation');
const REQUEST_TYPE = resourceTypeNamed('ConversationRequest');
const INTENT_TYPE = resourceTypeNamed('Intent');

/** Number of the newest conversations of an application whose requests are read. */
const MAX_CONVERSATIONS = 1000;

/** Number of conversations whose requests are read by one query. */
const CONVERSATIONS_PER_QUERY = 100;

/** Maximum number of requests that are read. */
const MAX_REQUESTS = 2000;

/** Maximum number of texts in a list. */
const MAX_LISTED_TEXTS = 100;

/** Maximum number of keys of requests for each text. */
const MAX_REQUESTS_PER_TEXT = 50;

/** Maximum length of an utterance, in code points. */
const MAX_UTTERANCE_LENGTH = 1000;

/** Maximum number of requests that one utterance or missing word resolves. */
const MAX_RESOLVED = 200;

/** Number of attempts to change an intent while others change it. */
const MAX_ATTEMPTS = 5;

/** A text in which no intent was recognised, with the requests that have it in any spelling. */
export interface UnresolvedText {
  /** The text of the newest request. */
  readonly text: string;
  /** Number of requests. */
  readonly count: number;
  /** Keys of the newest requests, at most 50. */
  readonly requests: readonly ResourceKey[];
}

/** An utterance to add to an intent. */
export interface NewUtterance {
  readonly intent: ResourceKey;
  readonly text: string;
  readonly language: string;
  /** The requests to mark as resolved by the intent. */
  readonly requests: readonly ResourceKey[];
}

/** A word to report as missing from a dictionary. */
export interface NewMissingWord {
  readonly dictionaryId: string;
  readonly text: string;
  /** The requests to mark as resolved. */
  readonly requests: readonly ResourceKey[];
}

/** Lists requests in which no intent was recognised, and resolves them by a new utterance or by a report of a missing word. */
export class UnresolvedRequestService {
  constructor(
    private readonly storage: Pick<Storage, 'resources' | 'resourceWriter' | 'dictionaries'>,
    private readonly missedSearches: MissedSearches,
  ) {}

  /**
   * Lists the unresolved texts in the newest 1,000 conversations of an application, the most frequent first.
   *
   * @param limit maximum number of texts, from 1 to 100
   */
  async list(applicationId: string, limit: number): Promise<readonly UnresolvedText[]> {
    const newest = { owner: applicationId, order: 'DESC', limit: MAX_CONVERSATIONS } as const;
    const conversations = await this.storage.resources.positions(CONVERSATION_TYPE, newest);
    const keys = conversations.map(({ _id }) => _id);
    const requests = await this.unresolvedRequests(keys);
    const texts = requests.flatMap(({ _id, userRequest }) =>
      typeof userRequest === 'string' ? [{ key: _id, text: userRequest }] : [],
    );
    return Array.from(grouped(texts, ({ text }) => COMMON_FOLDING.plainSpelling(text)).values())
      .map((group) => ({
        text: group.at(-1)?.text ?? '',
        count: group.length,
        requests: group.slice(-MAX_REQUESTS_PER_TEXT).map(({ key }) => key),
      }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, Math.max(1, Math.min(limit, MAX_LISTED_TEXTS)));
  }

  /**
   * Reads the unresolved requests of conversations, at most MAX_REQUESTS.
   *
   * @param conversations newest first
   * @returns the requests by the time of their last change, oldest first
   */
  private async unresolvedRequests(
    conversations: readonly ResourceKey[],
  ): Promise<readonly UnresolvedPosition[]> {
    const requests: UnresolvedPosition[] = [];
    for (
      let from = 0;
      from < conversations.length && requests.length < MAX_REQUESTS;
      from += CONVERSATIONS_PER_QUERY
    ) {
      const batch = conversations.slice(from, from + CONVERSATIONS_PER_QUERY);
      const limit = MAX_REQUESTS - requests.length;
      requests.push(...(await this.storage.resources.notUnderstood(REQUEST_TYPE, batch, limit)));
    }
    return requests.toSorted((a, b) => (a.lastUpdate < b.lastUpdate ? -1 : 1));
  }

  /**
   * Adds an utterance to an intent, unless the intent has it, and marks requests as resolved by the intent.
   *
   * @returns the intent with the utterance
   * @throws Failure NOT_FOUND if the intent or a request does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED; CONFLICT if others change the intent during each of five attempts
   */
  async learn(viewer: Viewer, input: NewUtterance): Promise<Resource> {
    const { text, language } = checkedUtterance(input);
    if (!isInTenantScope(viewer, input.intent)) throw objectNotFound();
    const requests = await this.findRequests(viewer, input.requests);
    const intent = await this.addUtterance(input.intent, text, language);
    await this.markResolved(requests, { intentName: intent['intentName'] });
    return intent;
  }

  /**
   * Counts a word as one search that found nothing in a dictionary, and marks requests as resolved. Editors see these searches. The
   * count is limited like that of a caller's searches.
   *
   * @returns the case-folded word, as it is counted
   * @throws Failure NOT_FOUND if a request does not exist for the viewer; DICTIONARY_NOT_FOUND
   * @throws Failure INVALID_INPUT; CONFLICT if the server does not count searches
   */
  async reportMissing(viewer: Viewer, input: NewMissingWord): Promise<string> {
    if (!this.missedSearches.isOn)
      throw new Failure('CONFLICT', 'This server does not count searches that found nothing');
    const text = COMMON_FOLDING.caseFold(nfc(input.text).trim());
    allChecked(
      () => {
        if (!isCountable(text))
          throw invalid(
            ['input', 'text'],
            `text must have ${MIN_COUNTED_LENGTH} to ${MAX_COUNTED_LENGTH} characters`,
          );
      },
      () => {
        refuseTooManyRequests(input.requests);
      },
    );
    const [dictionary] = await this.storage.dictionaries.findMany([input.dictionaryId]);
    if (!dictionary) throw dictionaryNotFound();
    const requests = await this.findRequests(viewer, input.requests);
    this.missedSearches.note(input.dictionaryId, text);
    await this.missedSearches.settle();
    await this.markResolved(requests);
    return text;
  }

  private async markResolved(
    requests: readonly Resource[],
    fields: { readonly intentName?: unknown } = {},
  ): Promise<void> {
    const change = { ...fields, resolved: true, lastUpdate: now() };
    for (const { key } of requests) await this.storage.resourceWriter.update(REQUEST_TYPE, key, change);
  }

  /** @throws Failure NOT_FOUND if one of the requests does not exist for the viewer */
  private async findRequests(viewer: Viewer, keys: readonly ResourceKey[]): Promise<readonly Resource[]> {
    if (!keys.every((key) => isInTenantScope(viewer, key))) throw objectNotFound();
    const requests = await this.storage.resources.find(REQUEST_TYPE, keys);
    if (requests.length < new Set(keys).size) throw objectNotFound();
    return requests;
  }

  /** Adds an utterance to the stored intent. @returns the intent */
  private async addUtterance(key: ResourceKey, text: string, language: string): Promise<Resource> {
    const { resources, resourceWriter } = this.storage;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const [intent] = await resources.find(INTENT_TYPE, [key]);
      if (!intent) throw objectNotFound();
      const stored = intent['intentUtterances'];
      const before = stored instanceof JsonText ? stored.text : null;
      const utterances = withText(before === null ? {} : (JSON.parse(before) as Json), language, text);
      if (utterances === undefined) return intent;
      const fields = storedFields(INTENT_TYPE.domainClass, { intentUtterances: utterances });
      const change = { ...fields, lastUpdate: now() };
      // The update applies only if nobody has changed the utterances since they were read.
      const condition = { intentUtterances: before };
      const changed = await resourceWriter.update(INTENT_TYPE, key, change, condition);
      if (changed) return changed;
    }
    throw new Failure('CONFLICT', 'Other requests are changing the intent; try again');
  }
}

/** Utterances by language with one more text; `undefined` if they contain it. */
function withText(utterances: Json, language: string, text: string): JsonObject | undefined {
  const byLanguage = isJsonObject(utterances) ? utterances : {};
  const value = byLanguage[language];
  const texts = isJsonList(value) ? value : value === undefined || value === null ? [] : [value];
  return texts.includes(text) ? undefined : { ...byLanguage, [language]: [...texts, text] };
}

/**
 * Normalises the text and the language tag of an utterance.
 *
 * @throws Failure INVALID_INPUT with all errors
 */
function checkedUtterance({ text: input, language: tag, requests }: NewUtterance) {
  const text = nfc(input).trim();
  const length = lengthOf(text);
  const [, language] = allChecked(
    () => {
      if (length === 0 || length > MAX_UTTERANCE_LENGTH)
        throw invalid(['input', 'text'], `text must have 1 to ${MAX_UTTERANCE_LENGTH} characters`);
    },
    () => checkedLanguage(tag),
    () => {
      refuseTooManyRequests(requests);
    },
  );
  return { text, language };
}

function checkedLanguage(tag: string): string {
  const language = canonicalTag(tag);
  if (language !== undefined) return language;
  throw invalid(['input', 'language'], 'language must be a language tag (BCP 47)');
}

function refuseTooManyRequests(requests: readonly ResourceKey[]): void {
  if (requests.length > MAX_RESOLVED)
    throw invalid(['input', 'requestIds'], `At most ${MAX_RESOLVED} requests can be resolved at once`);
}

/** The current time, as ISO 8601. */
function now(): string {
  return new Date().toISOString();
}
