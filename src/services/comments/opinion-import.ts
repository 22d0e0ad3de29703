import { nameKeyOf, skeletonOf, usernameFrom } from '../../domain/account/account-names';
import type { UserRecord } from '../../domain/account/user';
import { type CommentRecord, commentSortKey, voteTarget } from '../../domain/comment/comment';
import { Failure, messageOf } from '../../shared/failure';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { voteKeyText, type VoteRecord } from '../../storage/comments/vote-repository';
import { USER_NUMBERS } from '../../storage/dictionaries/counters';
import type { Storage } from '../../storage/storage';
import { hashPassword, randomPassword } from '../accounts/password';
import { detailsFrom } from '../accounts/user.service';
import { avatarFrom, commentTextFrom } from './comment.service';

export const OPINION_KINDS = ['user', 'comment', 'vote'] as const;
type OpinionKind = (typeof OPINION_KINDS)[number];

/** A user, a comment or a vote in a file, and the number of its line. */
export interface Opinion {
  readonly kind: OpinionKind;
  readonly fields: JsonObject;
  readonly line: number;
}

/** Options of an import of opinions. */
export interface OpinionRules {
  /** The dictionary for all opinions. Defaults to the dictionary that each names. */
  readonly dictionaryId?: string | undefined;
  readonly dryRun: boolean;
}

/** Counts of imported opinions. Existing ones are not changed. */
export interface OpinionSummary {
  readonly added: Readonly<Record<OpinionKind, number>>;
  readonly known: Readonly<Record<OpinionKind, number>>;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** The storage that imports of opinions use. */
export type OpinionStorage = Pick<
  Storage,
  'opinions' | 'comments' | 'users' | 'counters' | 'articles' | 'dictionaries'
>;

/** Number of comments and votes that are stored together. */
const OPINIONS_PER_WRITE = 200;

/** The state of one import. Existing objects are not changed. */
export class OpinionImport {
  private readonly counts = {
    added: { user: 0, comment: 0, vote: 0 },
    known: { user: 0, comment: 0, vote: 0 },
  };
  private readonly refused: { line: number; reason: string }[] = [];
  /** Numbers of users by the unique form of their names; negative for users that a dry run would add. */
  private readonly numbers = new Map<string, number>();
  /** Comments of this run, which a dry run does not store. */
  private readonly comments = new Set<string>();
  private batch: Opinion[] = [];
  private unknownHash: Promise<string> | undefined;

  constructor(
    private readonly storage: OpinionStorage,
    private readonly rules: OpinionRules,
  ) {}

  async take(opinion: Opinion): Promise<void> {
    const [first] = this.batch;
    if (first && (first.kind !== opinion.kind || this.batch.length >= OPINIONS_PER_WRITE))
      await this.storeBatch();
    this.batch.push(opinion);
  }

  async end(): Promise<OpinionSummary> {
    await this.storeBatch();
    return { ...this.counts, refused: this.refused };
  }

  private async storeBatch(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    const [first] = batch;
    if (first?.kind === 'user')
      for (const opinion of batch) await this.importOne(opinion, () => this.addUser(opinion.fields));
    else if (first?.kind === 'comment') await this.addComments(batch);
    else await this.addVotes(batch);
  }

  /** Imports one opinion and counts its result. A failure refuses it. */
  private async importOne({ kind, line }: Opinion, work: () => Promise<boolean>): Promise<void> {
    try {
      this.counts[(await work()) ? 'added' : 'known'][kind] += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.refused.push({ line, reason: messageOf(error) });
    }
  }

  /** Adds a user without roles and memberships, so that a file cannot make anybody an admin. */
  private async addUser(fields: JsonObject): Promise<boolean> {
    const username = usernameFrom(requiredText(fields, 'username'));
    const nameKey = nameKeyOf(username);
    if ((await this.userNumber(nameKey)) !== undefined) return false;
    const names = ['name', 'address', 'foreignLanguage', 'nativeLanguage'] as const;
    const details = detailsFrom(
      Object.fromEntries(
        names.map((name) => [name, isAbsent(fields[name]) ? null : requiredText(fields, name)]),
      ),
    );
    const createdAt = dateIn(fields, 'createdAt');
    const { dryRun } = this.rules;
    const number = dryRun ? -1 - this.numbers.size : await this.storage.counters.take(USER_NUMBERS);
    const nobody = { name: null, address: null, foreignLanguage: null, nativeLanguage: null };
    // Nobody knows the password of this hash, not even the server.
    this.unknownHash ??= hashPassword(randomPassword());
    const user: UserRecord = {
      ...nobody,
      ...details,
      number,
      username,
      nameKey,
      skeleton: skeletonOf(username),
      passwordHash: await this.unknownHash,
      role: 'user',
      isDisabled: fields['isDisabled'] === true,
      createdAt,
      updatedAt: dateIn(fields, 'updatedAt', createdAt),
    };
    if (!dryRun && !(await this.storage.users.insert(user)))
      throw invalidOpinion(`the username ${username} looks the same as the name of another user`);
    this.numbers.set(nameKey, number);
    return true;
  }

  private async addComments(batch: readonly Opinion[]): Promise<void> {
    const numberOf = await this.articlesOf(batch);
    await Promise.all(
      batch.map((opinion) => this.importOne(opinion, () => this.addComment(opinion.fields, numberOf))),
    );
  }

  private async addComment(fields: JsonObject, numberOf: (fields: JsonObject) => number): Promise<boolean> {
    const [publicId, username] = [requiredText(fields, 'publicId'), requiredText(fields, 'user')];
    if (this.comments.has(publicId)) throw invalidOpinion(`the comment ${publicId} occurs twice`);
    this.comments.add(publicId);
    if (await this.storage.comments.find(publicId)) return false;
    const [sentAt, isDisabled] = [dateIn(fields, 'createdAt'), fields['isDisabled'] === true];
    const comment: CommentRecord = {
      publicId,
      dictionaryId: this.dictionaryOf(fields),
      number: numberOf(fields),
      userNumber: await this.existingUser(username),
      username,
      avatar: isAbsent(fields['avatar']) ? null : avatarFrom(requiredText(fields, 'avatar')),
      text: commentTextFrom(requiredText(fields, 'text')),
      isDisabled,
      isShown: !isDisabled,
      likeCount: 0,
      unlikeCount: 0,
      sentAt,
      updatedAt: dateIn(fields, 'updatedAt', sentAt),
      place: commentSortKey({ sentAt, publicId }),
    };
    if (this.rules.dryRun || (await this.storage.comments.insert(comment, { seesHidden: true }))) return true;
    throw invalidOpinion('the article was deleted');
  }

  private async addVotes(batch: readonly Opinion[]): Promise<void> {
    const numberOf = await this.articlesOf(batch);
    const votes = new Map<string, { readonly opinion: Opinion; readonly vote: VoteRecord }>();
    for (const opinion of batch)
      try {
        const vote = await this.voteOf(opinion.fields, numberOf);
        votes.set(voteKeyText(vote), {
          opinion,
          vote,
        });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.refused.push({ line: opinion.line, reason: messageOf(error) });
      }
    const all = [...votes.values()].map(({ vote }) => vote);
    for (const dictionaryId of new Set(all.map((vote) => vote.dictionaryId))) {
      const ofDictionary = all.filter((vote) => vote.dictionaryId === dictionaryId);
      const isNew = this.rules.dryRun
        ? ofDictionary.map(() => true)
        : await this.storage.opinions.storeVotes(dictionaryId, ofDictionary);
      for (const isAdded of isNew) this.counts[isAdded ? 'added' : 'known'].vote += 1;
    }
  }

  private async voteOf(fields: JsonObject, numberOf: (fields: JsonObject) => number): Promise<VoteRecord> {
    const { vote } = fields;
    if (vote !== 'like' && vote !== 'unlike') throw invalidOpinion('vote must be like or unlike');
    const number = numberOf(fields);
    const commentId = isAbsent(fields['comment']) ? undefined : requiredText(fields, 'comment');
    if (commentId !== undefined && !(this.rules.dryRun && this.comments.has(commentId))) {
      const comment = await this.storage.comments.find(commentId);
      if (comment?.number !== number || comment.dictionaryId !== this.dictionaryOf(fields))
        throw invalidOpinion(`the article has no comment ${commentId}`);
    }
    const userNumber = await this.existingUser(requiredText(fields, 'user'));
    return {
      dictionaryId: this.dictionaryOf(fields),
      number,
      target: voteTarget(commentId),
      userNumber,
      vote,
    };
  }

  /** Finds the articles that a batch names, by one query for each dictionary. */
  private async articlesOf(batch: readonly Opinion[]): Promise<(fields: JsonObject) => number> {
    const numbers = new Map<string, number>();
    const named = batch.flatMap(({ fields: { article, dictionary } }) => {
      const dictionaryId = this.rules.dictionaryId ?? dictionary;
      return typeof dictionaryId === 'string' && typeof article === 'string'
        ? [[dictionaryId, article] as const]
        : [];
    });
    for (const dictionaryId of new Set(named.map(([id]) => id))) {
      const publicIds = named.filter(([id]) => id === dictionaryId).map(([, article]) => article);
      for (const { number, publicId } of await this.storage.articles.findMany(
        dictionaryId,
        { publicIds },
        { number: 1, publicId: 1 },
      ))
        numbers.set(JSON.stringify([dictionaryId, publicId]), number);
    }
    return (fields) => {
      const [dictionaryId, article] = [this.dictionaryOf(fields), requiredText(fields, 'article')];
      const number = numbers.get(JSON.stringify([dictionaryId, article]));
      if (number === undefined)
        throw invalidOpinion(`the dictionary ${dictionaryId} has no article ${article}`);
      return number;
    };
  }

  private dictionaryOf(fields: JsonObject): string {
    return this.rules.dictionaryId ?? requiredText(fields, 'dictionary');
  }

  private async existingUser(username: string): Promise<number> {
    const number = await this.userNumber(nameKeyOf(username));
    if (number === undefined) throw invalidOpinion(`there is no user ${username}`);
    return number;
  }

  private async userNumber(nameKey: string): Promise<number | undefined> {
    const number = this.numbers.get(nameKey) ?? (await this.storage.users.findByKey(nameKey))?.number;
    if (number !== undefined) this.numbers.set(nameKey, number);
    return number;
  }
}

function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function requiredText(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw invalidOpinion(`${name} must be a text`);
  return value;
}

function dateIn(fields: JsonObject, name: string, fallback?: Date): Date {
  if (isAbsent(fields[name]) && fallback) return fallback;
  const date = new Date(requiredText(fields, name));
  if (Number.isNaN(date.getTime()))
    throw invalidOpinion(`${name} must be a time such as 2024-03-31T12:00:00.000Z`);
  return date;
}

/** The opinion in a line of a file. @throws Failure INVALID_INPUT */
export function opinionFrom(json: Json, lineNumber: number): Opinion {
  const [kind] = isJsonObject(json) ? OPINION_KINDS.filter((kind) => kind in json) : [];
  const fields = kind && isJsonObject(json) ? json[kind] : undefined;
  if (kind === undefined || !isJsonObject(fields))
    throw invalidOpinion('the line is not a user, comment or vote');
  return { kind, fields, line: lineNumber };
}

function invalidOpinion(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}
