import type { ArticleRecord } from '../../domain/article/article-record';
import { type WritablePart, withPart } from '../../domain/reading/change/change-part';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { type Json, JsonText } from '../../shared/json';
import type { AccountViewer } from '../../shared/viewer';
import { articleNumbers } from '../../storage/dictionaries/counters';
import type { ArticleChange } from '../../storage/articles/article-repository';
import type { Storage } from '../../storage/storage';
import {
  type ArticleInput,
  type ChangedArticle,
  givenRadical,
  newArticle,
  nextRadical,
  nextRevision,
} from './article-drafts';
import { type ArticleAddress, nameFrom } from './article.service';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { patiently } from './patiently';

/** An article, and the revisions of it that the writer has seen; any revision if none is given. */
export interface ArticleTarget extends ArticleAddress {
  readonly revisions?: readonly number[] | undefined;
}

/** A part and its new value; null removes the part. */
export interface PartChange {
  readonly part: WritablePart;
  readonly value: Json | null;
}

/** Writes single articles. Only admins have access. */
export class ArticleWrites {
  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'counters' | 'revisions'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** @throws Failure DICTIONARY_NOT_FOUND, CONFLICT when the public identifier is taken, INVALID_INPUT, TOO_LARGE */
  async create(viewer: AccountViewer, givenDictionary: string, input: ArticleInput): Promise<ArticleRecord> {
    const dictionary = await this.dictionaries.existing(givenDictionary);
    const { dictionaryId } = dictionary;
    return patiently(async () => {
      const number = await this.storage.counters.take(articleNumbers(dictionaryId));
      const after = newArticle({ ...input, dictionary, number, by: viewer.name });
      // An import may have created an article of this number in between.
      return (await this.storage.articles.store(dictionaryId, [{ after }])).length > 0 ? after : undefined;
    });
  }

  /** Replaces the whole content, or changes the members given in typed content. @throws as `change` */
  update(viewer: AccountViewer, target: ArticleTarget, input: ArticleInput): Promise<ArticleRecord> {
    return this.change(target, (before) => ({
      ...{ source: input.source, content: input.content },
      ...{ radical: nextRadical(before, input), by: viewer.name },
    }));
  }

  /** Changes parts of the content and keeps the others. @throws as `change` */
  updateParts(
    viewer: AccountViewer,
    target: ArticleTarget,
    parts: readonly PartChange[],
  ): Promise<ArticleRecord> {
    return this.change(target, (before) => ({
      radical: givenRadical(before),
      source: parts.reduce(
        (content, { part, value }) => withPart(content, part, value),
        new JsonText(before.source).toJSON(),
      ),
      by: viewer.name,
    }));
  }

  /** Disables an article, so that only admins see it, or enables it. @throws as `change` */
  setDisabled(viewer: AccountViewer, target: ArticleTarget, isDisabled: boolean): Promise<ArticleRecord> {
    return this.change(target, ({ radical }) => ({
      isDisabled,
      radical: radical ?? undefined,
      by: viewer.name,
    }));
  }

  /**
   * Restores an earlier revision as the newest. @throws as `change`, and Failure NOT_FOUND without such a revision
   */
  async restore(viewer: AccountViewer, target: ArticleTarget, revision: number): Promise<ArticleRecord> {
    const { dictionaryId, number } = (await this.whole(target)).article;
    const kept = await this.storage.revisions.find({ dictionaryId, number }, revision);
    if (!kept) throw new Failure('NOT_FOUND', `There is no earlier revision ${revision}`);
    const source = new JsonText(kept.source).toJSON();
    return this.change(target, () => ({ source, radical: kept.radical ?? undefined, by: viewer.name }));
  }

  /** Deletes an article with everything that belongs to it, and returns it. @throws as `change` */
  remove(target: ArticleTarget): Promise<ArticleRecord> {
    return this.attempt(target, (before) => ({ change: { before }, answer: before }));
  }

  /**
   * @throws Failure CONTENT_MISSING when the article does not exist, REVISION_MISMATCH when it has another revision
   *   than the given ones, INVALID_INPUT or TOO_LARGE when the JSON cannot be stored
   */
  private change(
    target: ArticleTarget,
    changeOf: (before: ArticleRecord) => Omit<ChangedArticle, 'dictionary'>,
  ): Promise<ArticleRecord> {
    return this.attempt(target, (before, dictionary) => {
      const after = nextRevision(before, { ...changeOf(before), dictionary });
      return after === undefined ? { answer: before } : { change: { before, after }, answer: after };
    });
  }

  /** Plans the change on the newest revision and stores it; repeats both when another write came in between. */
  private attempt(
    target: ArticleTarget,
    planOn: (before: ArticleRecord, dictionary: ProfiledDictionary) => Plan,
  ): Promise<ArticleRecord> {
    const { revisions } = target;
    return patiently(async () => {
      const { article: before, dictionary } = await this.whole(target);
      if (revisions && !revisions.includes(before.revision))
        throw new Failure('REVISION_MISMATCH', 'The article has changed since it was read; read it again');
      const { change, answer } = planOn(before, dictionary);
      const isStored =
        !change || (await this.storage.articles.store(before.dictionaryId, [change])).length > 0;
      return isStored ? answer : undefined;
    });
  }

  private async whole({ dictionaryId: given, id }: ArticleAddress) {
    const name = nameFrom(id);
    const dictionary = await this.dictionaries.get(given);
    const article =
      dictionary && (await this.storage.articles.findOne({ dictionaryId: dictionary.dictionaryId, name }));
    if (!article) throw new Failure('CONTENT_MISSING', 'There is no such article');
    return { article, dictionary };
  }
}

/** What to store, if anything, and what to return then. */
interface Plan {
  readonly change?: ArticleChange;
  readonly answer: ArticleRecord;
}
