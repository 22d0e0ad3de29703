import type { UserRecord } from '../../domain/account/user';
import type { CommentRecord } from '../../domain/comment/comment';
import { Failure } from '../../shared/failure';
import type { JsonObject } from '../../shared/json';
import {
  type Opinion,
  OpinionImport,
  type OpinionRules,
  type OpinionStorage,
  type OpinionSummary,
} from './opinion-import';

/**
 * Exports users, comments and votes to files, and imports them. Files contain no secrets, and imported users cannot log
 * in.
 */
export class OpinionTransfer {
  constructor(private readonly storage: OpinionStorage) {}

  /** All users. */
  async *users(): AsyncGenerator<JsonObject> {
    let last = 0;
    for (;;) {
      const users = await this.storage.opinions.users(last);
      for (const user of users) yield { user: userFields(user) };
      const next = users.at(-1)?.number;
      if (next === undefined) return;
      last = next;
    }
  }

  /**
   * The comments of a dictionary and the votes on its articles and comments, after the users who made them. Votes and
   * comments of deleted users are omitted.
   *
   * @throws Failure DICTIONARY_NOT_FOUND
   */
  async *ofDictionary(dictionaryId: string): AsyncGenerator<JsonObject> {
    const [dictionary] = await this.storage.dictionaries.findMany([dictionaryId]);
    if (!dictionary) throw new Failure('DICTIONARY_NOT_FOUND', `There is no dictionary ${dictionaryId}`);
    const written = new Map<number, string | undefined>();
    for await (const { articles, comments, votes } of this.pages(dictionaryId)) {
      const numbers = [...comments, ...votes].map(({ userNumber }) => userNumber);
      const unseen = [...new Set(numbers)].filter((number) => !written.has(number));
      const users = unseen.length === 0 ? [] : await this.storage.users.findMany(unseen);
      for (const number of unseen) written.set(number, undefined);
      for (const user of users) {
        written.set(user.number, user.username);
        yield { user: userFields(user) };
      }
      const publicIds = new Map(articles.map(({ number, publicId }) => [number, publicId]));
      const subject = ({ number }: { readonly number: number }) => ({
        dictionary: dictionaryId,
        article: publicIds.get(number) ?? '',
      });
      for (const comment of comments) {
        const user = written.get(comment.userNumber);
        if (user !== undefined) yield { comment: { ...subject(comment), user, ...commentFields(comment) } };
      }
      for (const vote of votes) {
        const user = written.get(vote.userNumber);
        const [, comment] = /^comment:(.*)$/u.exec(vote.target) ?? [];
        if (user !== undefined)
          yield {
            vote: { ...subject(vote), ...(comment !== undefined && { comment }), user, vote: vote.vote },
          };
      }
    }
  }

  /** Stores the opinions in a file. Importing the same file again changes nothing. */
  async import(opinions: AsyncIterable<Opinion>, rules: OpinionRules): Promise<OpinionSummary> {
    const run = new OpinionImport(this.storage, rules);
    for await (const opinion of opinions) await run.take(opinion);
    return run.end();
  }

  private async *pages(dictionaryId: string) {
    let last = 0;
    for (;;) {
      const page = await this.storage.opinions.page(dictionaryId, last);
      const next = page.articles.at(-1)?.number;
      if (next === undefined) return;
      yield page;
      last = next;
    }
  }
}

function userFields({ username, name, address, ...user }: UserRecord): JsonObject {
  const { foreignLanguage, nativeLanguage, isDisabled, role, createdAt, updatedAt } = user;
  const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { username, name, address, foreignLanguage, nativeLanguage, role, isDisabled, ...dates };
}

function commentFields(comment: CommentRecord): JsonObject {
  const { publicId, text, avatar, isDisabled, sentAt, updatedAt } = comment;
  const dates = { createdAt: sentAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { publicId, text, avatar, isDisabled, ...dates };
}
