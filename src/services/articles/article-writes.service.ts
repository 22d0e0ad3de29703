import type { ArticleRecord } from '../../domain/article/article-record';
import { type WritablePart, withPart } from '../../domain/reading/change/change-part';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { longSteps } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { checkedItems, inMember } from '../../shared/faults';
import { freeJsonText, type Json, JsonText } from '../../shared/json';
import type { AccountViewer } from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import {
  type ArticleInput,
  type ChangedArticle,
  explicitRadical,
  newArticle,
  nextRadical,
  nextRevision,
} from './article-drafts';
import { type ArticleAddress, articleNameFrom } from './article.service';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type RevisionCondition, checkRevision, retryOnConflict, tooManyWriters } from '../write-conflicts';
import { type ArticlePlan, ArticleWriter } from './article-writer';

/** An article, and the current revisions of it that the write accepts. */
export interface ArticleTarget extends ArticleAddress, RevisionCondition {}

/** A part and its new value; null removes the part. */
export interface PartChange {
  readonly part: WritablePart;
  readonly value: Json | null;
}

/** Writes single articles. The access table restricts it to admins and editors of the dictionary. */
export class ArticleWrites {
  private readonly writer: ArticleWriter;

  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'revisions'>,
    private readonly dictionaries: DictionaryService,
  ) {
    this.writer = new ArticleWriter(storage);
  }

  /** @throws Failure DICTIONARY_NOT_FOUND, CONFLICT when the public identifier is taken, INVALID_INPUT, TOO_LARGE */
  async create(viewer: AccountViewer, idOrNumber: string, input: ArticleInput): Promise<ArticleRecord> {
    const isNamed = input.publicId !== undefined && input.publicId !== '';
    const added = await retryOnConflict(async () => {
      const dictionary = await this.dictionaries.existing(idOrNumber);
      const made = () => newArticle({ ...input, dictionary, number: 0, by: viewer.name });
      const draft = await longSteps.runBySize(made);
      return this.storage.articles.add(dictionary.dictionaryId, { draft, isNamed });
    });
    if (added === undefined) throw tooManyWriters();
    return added;
  }

  /** Replaces the whole content, or changes the members given in typed content. @throws as `change` */
  update(viewer: AccountViewer, target: ArticleTarget, input: ArticleInput): Promise<ArticleRecord> {
    return this.change(target, (before) => ({
      source: input.source,
      content: input.content,
      radical: nextRadical(before, input),
      by: viewer.name,
    }));
  }

  /** Changes parts of the content and keeps the others. @throws as `change` */
  updateParts(
    viewer: AccountViewer,
    target: ArticleTarget,
    parts: readonly PartChange[],
  ): Promise<ArticleRecord> {
    return this.change(target, (before) => ({
      radical: explicitRadical(before),
      source: withParts(new JsonText(before.source).toJSON(), parts),
      by: viewer.name,
    }));
  }

  /** Disables an article, so that only admins and editors see it, or enables it. @throws as `change` */
  setDisabled(
    viewer: AccountViewer,
    target: ArticleTarget,
    { isDisabled }: { readonly isDisabled: boolean },
  ): Promise<ArticleRecord> {
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
    const { dictionaryId, number } = (await this.existing(target)).article;
    const record = await this.storage.revisions.find({ dictionaryId, number }, revision);
    if (!record) throw new Failure('NOT_FOUND', `There is no earlier revision ${revision}`);
    const source = new JsonText(record.source).toJSON();
    return this.change(target, () => ({ source, radical: record.radical ?? undefined, by: viewer.name }));
  }

  /** Deletes an article with everything that belongs to it, and returns it. @throws as `change` */
  remove(target: ArticleTarget): Promise<ArticleRecord> {
    return this.attempt(target, (before) => ({ change: { before }, result: before }));
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
      return after === undefined ? { result: before } : { change: { before, after }, result: after };
    });
  }

  /** Plans the change from the newest revision and stores it. Repeats both if another write came in between. */
  private attempt(
    target: ArticleTarget,
    planOn: (before: ArticleRecord, dictionary: ProfiledDictionary) => ArticlePlan<ArticleRecord>,
  ): Promise<ArticleRecord> {
    return this.write(async () => {
      const { article: before, dictionary } = await this.existing(target);
      checkRevision(before.revision, target, 'article');
      return longSteps.runBySize(() => planOn(before, dictionary));
    });
  }

  /** @throws Failure UNAVAILABLE when it conflicts with other writes for too long */
  private async write(plan: () => Promise<ArticlePlan<ArticleRecord>>): Promise<ArticleRecord> {
    const [written] = await this.writer.write([undefined], { plan: async () => [await plan()] });
    if (written === undefined) throw tooManyWriters();
    return written;
  }

  private async existing({ dictionaryId: idOrNumber, id }: ArticleAddress) {
    const name = articleNameFrom(id);
    const dictionary = await this.dictionaries.get(idOrNumber);
    const article =
      dictionary && (await this.storage.articles.findOne({ dictionaryId: dictionary.dictionaryId, name }));
    if (!article) throw new Failure('CONTENT_MISSING', 'There is no such article');
    return { article, dictionary };
  }
}

/**
 * The content with changed parts. Values are checked before they are inserted, because inside the content their errors
 * would have no path.
 */
function withParts(content: Json, parts: readonly PartChange[]): Json {
  inMember('parts', () => checkedItems(parts, ({ value }) => inMember('value', () => freeJsonText(value))));
  return parts.reduce<Json>((changed, { part, value }) => withPart(changed, part, value), content);
}
