import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApiKey, ownerOfPrefix, rolesOfKey, usableKey } from '../../domain/account/api-key';
import type { UserRecord } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import { allChecked, checkedMembers, inputFailure, invalid } from '../../shared/faults';
import { lengthOf, nfc } from '../../shared/text';
import type { AccountViewer, KeyScope } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type TokenCodec, secretHash } from './token-codec';
import { userNotFound } from './user.service';

/** Maximum number of keys of one user, including expired ones, and of dictionaries of one key. */
const MAX_KEYS = 20;
const MAX_DICTIONARIES = 100;

const MAX_KEY_NAME_LENGTH = 100;

const DAY_MS = 24 * 3_600_000;
const MAX_DAYS = 365;

/** Interval at which uses of a key are recorded, in milliseconds. */
const USE_INTERVAL_MS = 3_600_000;

/** Maximum number of keys for which this process remembers that it recorded a use. */
const MAX_REMEMBERED_KEYS = 10_000;

/** The prefix, the secret, and a keyed digest of both, which shows at little cost that this server issued the key. */
const KEY_PATTERN = /^(griot_\d{1,15}_[0-9a-f]{8})_([\w-]{43})([\w-]{8})$/;
const SEAL_LENGTH = 8;

/** Whether a token has the form of an API key. */
export function isApiKey(token: string): boolean {
  return token.startsWith('griot_');
}

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Resolves the dictionaries of the key, which may throw; `undefined` for all of which the user is a member. */
  readonly dictionaries: () => readonly string[] | undefined;
  readonly days: number;
}

/** Issues and checks API keys, with which programs act for users. */
export class ApiKeyService {
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly storage: Pick<Storage, 'credentials'>,
    private readonly dictionaries: DictionaryService,
    private readonly codec: TokenCodec,
  ) {}

  /**
   * Creates a key for the viewer.
   *
   * @returns it with its whole text, which is stored nowhere
   * @throws Failure INVALID_INPUT, DICTIONARY_NOT_FOUND, QUOTA_EXCEEDED
   */
  async create(
    viewer: AccountViewer,
    input: NewApiKey,
  ): Promise<{ readonly key: ApiKey; readonly token: string }> {
    const [{ name, scopes, days }, dictionaries] = allChecked(
      () =>
        checkedMembers({
          name: () => checkedKeyName(input.name),
          scopes: () => scopesFrom(input.scopes),
          days: () => daysFrom(input.days),
        }),
      () => fewOf(input.dictionaries()),
    );
    const dictionaryIds = dictionaries && (await this.idsOf(dictionaries));
    const prefix = `griot_${viewer.accountId}_${randomBytes(4).toString('hex')}`;
    const secret = randomBytes(32).toString('base64url');
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    const key = { prefix, name, scopes, ...(dictionaryIds && { dictionaryIds }), createdAt, expiresAt };
    const owner = await this.storage.credentials.changeKeys(Number(viewer.accountId), ({ apiKeys = [] }) => {
      if (apiKeys.length >= MAX_KEYS)
        throw inputFailure(
          'QUOTA_EXCEEDED',
          'name',
          `A user has at most ${MAX_KEYS} API keys: revoke one first`,
        );
      return [...apiKeys, { ...key, hash: secretHash(secret) }];
    });
    if (!owner) throw userNotFound();
    return { key, token: `${prefix}_${secret}${this.sealOf(prefix, secret)}` };
  }

  /** The keys of a user, the newest first. */
  async list(number: number): Promise<readonly ApiKey[]> {
    const { apiKeys = [], keyUses = {} } = (await this.storage.credentials.ownerOf(number)) ?? {};
    return apiKeys.map((key) => withLastUse(key, keyUses)).reverse();
  }

  /**
   * Revokes a key: users their own, admins any. It is refused from now on, in every process.
   *
   * @throws Failure NOT_FOUND, also for a key of another user
   */
  async revoke(viewer: AccountViewer, prefix: string): Promise<ApiKey> {
    const number = ownerOfPrefix(prefix);
    const mayRevoke =
      number !== undefined && (viewer.role === 'admin' || String(number) === viewer.accountId);
    let revoked: ApiKey | undefined;
    if (mayRevoke)
      await this.storage.credentials.changeKeys(number, ({ apiKeys = [], keyUses = {} }) => {
        const apiKey = apiKeys.find((key) => key.prefix === prefix);
        revoked = apiKey && withLastUse(apiKey, keyUses);
        return apiKeys.filter((key) => key !== apiKey);
      });
    if (!revoked) throw new Failure('NOT_FOUND', 'There is no such API key');
    return revoked;
  }

  /**
   * The account for which a key was issued. It checks only the digest: this is cheap, and does not show that the key is
   * still valid.
   */
  ownerOf(token: string): Pick<AccountViewer, 'role' | 'accountId'> | undefined {
    const [, prefix = '', secret = '', seal = ''] = KEY_PATTERN.exec(token) ?? [];
    const number = ownerOfPrefix(prefix);
    if (number === undefined || !this.codec.isSeal(sealed(prefix, secret), seal)) return undefined;
    return { role: 'user', accountId: String(number) };
  }

  /**
   * Returns the account for which a key acts. The user is read every time, so that revoked rights end immediately. The viewer is never an admin:
   * a key has no right that only admins have.
   */
  async inspect(token: string): Promise<AccountViewer | undefined> {
    const [, prefix = '', secret = ''] = KEY_PATTERN.exec(token) ?? [];
    const number = ownerOfPrefix(prefix);
    const user = number === undefined ? undefined : await this.storage.credentials.ownerOf(number);
    const key = user && usableKey(user, prefix);
    if (!user || !key || !isSameHash(secretHash(secret), key.hash)) return undefined;
    await this.note(user, prefix);
    const memberships = rolesOfKey(user, key);
    return {
      role: 'user',
      accountId: String(user.number),
      name: user.username,
      sessionId: prefix,
      memberships,
      scopes: key.scopes,
      onlyIn: key.dictionaryIds ?? undefined,
    };
  }

  /** Records the use of a key, about once per hour and process. */
  private async note({ number, keyUses = {} }: UserRecord, prefix: string): Promise<void> {
    const now = Date.now();
    const last = Math.max(this.noted.get(prefix) ?? 0, keyUses[prefix]?.getTime() ?? 0);
    if (Math.abs(now - last) < USE_INTERVAL_MS) return;
    if (this.noted.size >= MAX_REMEMBERED_KEYS) this.noted.clear();
    this.noted.set(prefix, now);
    await this.storage.credentials.noteKeyUse(number, prefix, new Date(now));
  }

  private async idsOf(dictionaries: readonly string[]): Promise<readonly string[]> {
    const existing = await Promise.all(
      dictionaries.map((idOrNumber) => this.dictionaries.existing(idOrNumber)),
    );
    return [...new Set(existing.map(({ dictionaryId }) => dictionaryId))];
  }

  private sealOf(prefix: string, secret: string): string {
    return this.codec.seal(sealed(prefix, secret)).slice(0, SEAL_LENGTH);
  }
}

function sealed(prefix: string, secret: string): string {
  return `griot key ${prefix} ${secret}`;
}

function isSameHash(a: string, b: string): boolean {
  const [bytes, others] = [Buffer.from(a), Buffer.from(b)];
  return bytes.length === others.length && timingSafeEqual(bytes, others);
}

function withLastUse(
  { prefix, name, scopes, dictionaryIds, createdAt, expiresAt }: ApiKey,
  uses: Readonly<Record<string, Date>>,
): ApiKey {
  const lastUsedAt = uses[prefix] ?? null;
  return { prefix, name, scopes, dictionaryIds: dictionaryIds ?? null, createdAt, expiresAt, lastUsedAt };
}

function checkedKeyName(input: string): string {
  const name = nfc(input.trim());
  if (name !== '' && lengthOf(name) <= MAX_KEY_NAME_LENGTH && !/\p{C}/u.test(name)) return name;
  throw invalid([], `name must have 1 to ${MAX_KEY_NAME_LENGTH} visible characters`);
}

function scopesFrom(input: readonly KeyScope[]): readonly KeyScope[] {
  if (input.length > 0) return [...new Set<KeyScope>(['read', ...input])];
  throw invalid([], 'scopes must name at least one scope');
}

function daysFrom(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw invalid([], `days must be from 1 to ${MAX_DAYS}`);
}

function fewOf(dictionaries: readonly string[] | undefined): readonly string[] | undefined {
  const count = dictionaries?.length ?? 1;
  if (count < 1 || count > MAX_DICTIONARIES)
    throw invalid(
      'dictionaries',
      `dictionaries must name 1 to ${MAX_DICTIONARIES} dictionaries, or be left out`,
    );
  return dictionaries;
}
