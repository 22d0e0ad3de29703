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
  LONGEST_COUNTED,
  type MissedSearches,
  SHORTEST_COUNTED,
} from '../search/missed-searches';
import { tenantOwns } from '../applications/tenant-scope';

const CONVERSATION = resourceTypeNamed('Conversation');
const REQUEST = resourceTypeNamed('ConversationRequest');
const INTENT = resourceTypeNamed('Intent');

/** Number of conversations, the newest ones, whose requests are looked at, of these at once, and of requests. */
const MOST_CONVERSATIONS = 1000;
const AT_ONCE = 100;
const MOST_REQUESTS = 2000;

/** Most groups of an answer, and most requests that it names of a group. */
const MOST_GROUPS = 100;
const MOST_NAMED = 50;

/** Longest utterance, in code points; most requests that one utterance resolves; attempts beside other writers. */
const LONGEST_UTTERANCE = 1000;
const MOST_RESOLVED = 200;
const ATTEMPTS = 5;

/** Messages that no intent understood, the same but for their spelling. */
export interface UnresolvedText {
  /** As it was written last. */
  readonly text: string;
  readonly count: number;
  /** Keys of the newest requests. */
  readonly requests: readonly ResourceKey[];
}

/** An utterance to add to an intent. */
export interface NewUtterance {
  readonly intent: ResourceKey;
  readonly text: string;
  readonly language: string;
  /** The requests that it would have understood. */
  readonly requests: readonly ResourceKey[];
}

/** A word that a dictionary lacks. */
export interface NewMissingWord {
  readonly dictionaryId: string;
  readonly text: string;
  /** The requests that asked for it. */
  readonly requests: readonly ResourceKey[];
}

/** Requests that bots did not understand, and the utterances that they learn from them. */
export class UnresolvedRequestService {
  constructor(
    private readonly storage: Pick<Storage, 'resources' | 'resourceWriter' | 'dictionaries'>,
    private readonly missedSearches: MissedSearches,
  ) {}

  /** Texts that the bots of an application did not understand in its newest 1,000 conversations, the most frequent first. */
  async of(applicationId: string, most: number): Promise<readonly UnresolvedText[]> {
    const newest = { owner: applicationId, order: 'DESC', limit: MOST_CONVERSATIONS } as const;
    const conversations = await this.storage.resources.positions(CONVERSATION, newest);
    const keys = conversations.map(({ _id }) => _id);
    const requests = await this.notUnderstood(keys);
    const texts = requests.flatMap(({ _id, userRequest }) =>
      typeof userRequest === 'string' ? [{ key: _id, text: userRequest }] : [],
    );
    return Array.from(grouped(texts, ({ text }) => COMMON_FOLDING.plain(text)).values())
      .map((same) => ({
        text: same.at(-1)?.text ?? '',
        count: same.length,
        requests: same.slice(-MOST_NAMED).map(({ key }) => key),
      }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, Math.max(1, Math.min(most, MOST_GROUPS)));
  }

  /** The requests of conversations, oldest first, without those of older conversations when there are too many. */
  private async notUnderstood(conversations: readonly ResourceKey[]): Promise<readonly UnresolvedPosition[]> {
    const found: UnresolvedPosition[] = [];
    for (let from = 0; from < conversations.length && found.length < MOST_REQUESTS; from += AT_ONCE) {
      const some = conversations.slice(from, from + AT_ONCE);
      const most = MOST_REQUESTS - found.length;
      found.push(...(await this.storage.resources.notUnderstood(REQUEST, some, most)));
    }
    return found.toSorted((a, b) => (a.lastUpdate < b.lastUpdate ? -1 : 1));
  }

  /**
   * Adds an utterance to an intent, and marks requests as resolved by it.
   *
   * @throws Failure NOT_FOUND when the intent or a request does not exist for the viewer
   * @throws Failure INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED; CONFLICT when others change the intent all the time
   */
  async learn(viewer: Viewer, given: NewUtterance): Promise<Resource> {
    const { text, language } = checked(given);
    if (!tenantOwns(viewer, given.intent)) throw notFound();
    const requests = await this.requestsOf(viewer, given.requests);
    const intent = await this.withUtterance(given.intent, text, language);
    const resolved = { intentName: intent['intentName'], resolved: true, lastUpdate: now() };
    for (const { key } of requests) await this.storage.resourceWriter.update(REQUEST, key, resolved);
    return intent;
  }

  /**
   * Counts a word among the searches that found nothing in a dictionary, for its editors, and marks requests as resolved by that.
   * It counts as one search, and as often as searches of a caller do.
   *
   * @returns the word as it is counted
   * @throws Failure NOT_FOUND when a request does not exist for the viewer; DICTIONARY_NOT_FOUND
   * @throws Failure INVALID_INPUT; CONFLICT when the server does not count searches
   */
  async reportMissing(viewer: Viewer, given: NewMissingWord): Promise<string> {
    if (!this.missedSearches.isOn)
      throw new Failure('CONFLICT', 'This server does not count searches that found nothing');
    const text = COMMON_FOLDING.light(nfc(given.text).trim());
    allChecked(
      () => {
        if (!isCountable(text))
          throw invalid(
            ['input', 'text'],
            `text must have ${SHORTEST_COUNTED} to ${LONGEST_COUNTED} characters`,
          );
      },
      () => {
        refuseTooMany(given.requests);
      },
    );
    const [dictionary] = await this.storage.dictionaries.findMany([given.dictionaryId]);
    if (!dictionary) throw new Failure('DICTIONARY_NOT_FOUND', 'There is no such dictionary');
    const requests = await this.requestsOf(viewer, given.requests);
    this.missedSearches.note(given.dictionaryId, text);
    await this.missedSearches.settle();
    const resolved = { resolved: true, lastUpdate: now() };
    for (const { key } of requests) await this.storage.resourceWriter.update(REQUEST, key, resolved);
    return text;
  }

  private async requestsOf(viewer: Viewer, keys: readonly ResourceKey[]): Promise<readonly Resource[]> {
    if (!keys.every((key) => tenantOwns(viewer, key))) throw notFound();
    const requests = await this.storage.resources.find(REQUEST, keys);
    if (requests.length < new Set(keys).size) throw notFound();
    return requests;
  }

  private async withUtterance(key: ResourceKey, text: string, language: string): Promise<Resource> {
    const { resources, resourceWriter } = this.storage;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const [intent] = await resources.find(INTENT, [key]);
      if (!intent) throw notFound();
      const stored = intent['intentUtterances'];
      const before = stored instanceof JsonText ? stored.text : null;
      const utterances = withText(before === null ? {} : (JSON.parse(before) as Json), language, text);
      if (utterances === undefined) return intent;
      const fields = storedFields(INTENT.domainClass, { intentUtterances: utterances });
      const unchanged = { intentUtterances: before };
      const change = { ...fields, lastUpdate: now() };
      const changed = await resourceWriter.update(INTENT, key, change, unchanged);
      if (changed) return changed;
    }
    throw new Failure('CONFLICT', 'The intent is being changed by others; try again');
  }
}

/** The utterances with one more; `undefined` if it is there. */
function withText(utterances: Json, language: string, text: string): JsonObject | undefined {
  const all = isJsonObject(utterances) ? utterances : {};
  const own = all[language];
  const known = isJsonList(own) ? own : own === undefined || own === null ? [] : [own];
  return known.includes(text) ? undefined : { ...all, [language]: [...known, text] };
}

function checked({ text: given, language: tag, requests }: NewUtterance) {
  const text = nfc(given).trim();
  const length = lengthOf(text);
  const [, language] = allChecked(
    () => {
      if (length === 0 || length > LONGEST_UTTERANCE)
        throw invalid(['input', 'text'], `text must have 1 to ${LONGEST_UTTERANCE} characters`);
    },
    () => languageFrom(tag),
    () => {
      refuseTooMany(requests);
    },
  );
  return { text, language };
}

function languageFrom(tag: string): string {
  const language = canonicalTag(tag);
  if (language !== undefined) return language;
  throw invalid(['input', 'language'], 'language must be a language tag (BCP 47)');
}

function refuseTooMany(requests: readonly ResourceKey[]): void {
  if (requests.length > MOST_RESOLVED)
    throw invalid(['input', 'requestIds'], `At most ${MOST_RESOLVED} requests can be resolved at once`);
}

function now(): string {
  return new Date().toISOString();
}

function notFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such object');
}
