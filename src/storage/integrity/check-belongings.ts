import { revisionSortKey } from '../../domain/article/article-record';
import { commentSortKey, voteTarget } from '../../domain/comment/comment';
import {
  type CheckInTransaction,
  type Check,
  type IntegrityCheck,
  type Findings,
  repairable,
  ErrorCounter,
} from './integrity-check';
import {
  type ArticleBatch,
  type ArticleErrors,
  type CommentsAndVotes,
  type CountedArticle,
  type StoredComment,
  checkOrphans,
} from './orphans';
import { trusted } from 'mongoose';
import type { ProposalRecord } from '../../domain/article/proposal';
import { grouped } from '../../shared/grouped';
import { shownTexts } from '../articles/proposal-repository';
import { distinctValues } from '../lists/distinct-values';
import { Votes } from './check-counters';

interface SortedDocument {
  readonly _id: unknown;
  readonly number: number;
  readonly place: unknown;
  readonly [field: string]: unknown;
}

/** The sort key of a document, and the fields from which it is made. */
const SORT_KEYS = {
  comments: {
    fields: ['sentAt', 'publicId'],
    sortKeyOf: ({ sentAt, publicId }: SortedDocument) =>
      commentSortKey({ sentAt: sentAt as Date, publicId: String(publicId) }),
  },
  revisions: {
    fields: ['revision'],
    sortKeyOf: ({ revision }: SortedDocument) => revisionSortKey(Number(revision)),
  },
} as const;

/** Comments and revisions are listed by a stored sort key, which is derived from other fields. */
async function checkSortKeys(
  { models, session, repairs }: CheckInTransaction,
  { filter }: ArticleBatch,
): Promise<ArticleErrors> {
  const wrong: [string, number][] = [];
  for (const name of ['comments', 'revisions'] as const) {
    const { collection } = models[name];
    const { fields, sortKeyOf } = SORT_KEYS[name];
    const projection = Object.fromEntries(['number', 'place', ...fields].map((field) => [field, 1]));
    const cursor = collection.find(filter, { projection, session });
    for await (const object of cursor as unknown as AsyncIterable<SortedDocument>) {
      if (object.place === sortKeyOf(object)) continue;
      wrong.push([`one of the ${name} has a wrong sort key`, object.number]);
      if (repairs)
        await collection.updateOne(
          { _id: object._id as never },
          { $set: { place: sortKeyOf(object) } },
          { session },
        );
    }
  }
  return wrong;
}

/** An article repeats the texts of its open proposals. */
async function checkProposedTexts(
  { models, session, repairs }: CheckInTransaction,
  { filter, articles }: ArticleBatch,
): Promise<ArticleErrors> {
  const open = await models.proposals
    .find({ ...filter, state: 'open', isByMember: true } as object, { _id: 0, number: 1, text: 1 })
    .sort({ place: 1 })
    .session(session)
    .lean<Pick<ProposalRecord, 'number' | 'text'>[]>();
  const byArticle = grouped(open, ({ number }) => number);
  const wrong: [string, number][] = [];
  for (const { number, proposedText = '' } of articles.values()) {
    const expected = shownTexts(byArticle.get(number) ?? []);
    if (expected === proposedText) continue;
    wrong.push(['an article does not show the texts of its proposals', number]);
    const { dictionaryId } = filter;
    if (repairs)
      await models.articles.updateOne(
        { dictionaryId, number },
        { $set: { proposedText: expected } },
        { session },
      );
  }
  return wrong;
}

/** Articles whose comments, votes and revisions are checked in one transaction. */
const ARTICLES_PER_TRANSACTION = 50;

const ARTICLE_NOUNS = { one: 'article', other: 'articles' };

/** Checks that comments, votes and revisions have an article, and that their counts and visibility are right. */
export const BELONGINGS_CHECK: Check = {
  name: 'comments, votes and revisions',
  run: async function* (integrityCheck): Findings {
    const { articles, comments, votes, revisions, proposals, media } = integrityCheck.models;
    const collections = [articles, comments, votes, revisions, proposals, media].map(
      ({ collection }) => collection as never,
    );
    let count = 0;
    for await (const dictionaryId of distinctValues(collections, 'dictionaryId')) {
      const counter = new ErrorCounter();
      let after: number | undefined = -1;
      while (after !== undefined) {
        const result: BatchResult = await checkNext(integrityCheck, dictionaryId, after);
        for (const [what, number] of result.wrong) counter.add(what, number);
        count += result.count;
        after = result.last;
      }
      for (const sentence of counter.sentences(ARTICLE_NOUNS))
        yield repairable(`${dictionaryId}: ${sentence}`, integrityCheck);
    }
    return `those of ${count} articles`;
  },
};

interface BatchResult {
  readonly wrong: ArticleErrors;
  readonly count: number;
  readonly last: number | undefined;
}

/** Checks the comments, votes and revisions of the next articles, in one snapshot. */
function checkNext(
  integrityCheck: IntegrityCheck,
  dictionaryId: string,
  after: number,
): Promise<BatchResult> {
  return integrityCheck.transact((session) =>
    checkBatch({ ...integrityCheck, session }, dictionaryId, after),
  );
}

async function checkBatch(
  integrityCheck: CheckInTransaction,
  dictionaryId: string,
  after: number,
): Promise<BatchResult> {
  const batch = await articleNumbersAfter(integrityCheck, dictionaryId, after);
  const votes = await Votes.read(integrityCheck.models, batch.filter, integrityCheck.session);
  const comments = await integrityCheck.models.comments
    .find(batch.filter, {
      _id: 0,
      publicId: 1,
      number: 1,
      isDisabled: 1,
      isShown: 1,
      likeCount: 1,
      unlikeCount: 1,
    })
    .session(integrityCheck.session)
    .lean<StoredComment[]>();
  const wrong = [
    ...(await checkArticleVotes(integrityCheck, batch, votes)),
    ...(await checkComments(integrityCheck, batch, { comments, votes })),
    ...(await checkSortKeys(integrityCheck, batch)),
    ...(await checkProposedTexts(integrityCheck, batch)),
    ...(await checkOrphans(integrityCheck, batch, { comments, votes })),
  ];
  return { wrong, count: batch.articles.size, last: batch.last };
}

async function articleNumbersAfter(
  { models, session }: CheckInTransaction,
  dictionaryId: string,
  after: number,
): Promise<ArticleBatch> {
  const articles = await models.articles
    .find(
      { dictionaryId, number: trusted({ $gt: after }) },
      { _id: 0, number: 1, isDisabled: 1, likeCount: 1, unlikeCount: 1, importedVotes: 1, proposedText: 1 },
    )
    .sort({ number: 1 })
    .limit(ARTICLES_PER_TRANSACTION)
    .session(session)
    .lean<CountedArticle[]>();
  const last = articles.length === ARTICLES_PER_TRANSACTION ? articles.at(-1)?.number : undefined;
  const number = trusted({ $gt: after, ...(last === undefined ? {} : { $lte: last }) });
  return {
    filter: { dictionaryId, number },
    articles: new Map(articles.map((article) => [article.number, article])),
    last,
  };
}

async function checkArticleVotes(
  { models, session, repairs }: CheckInTransaction,
  batch: ArticleBatch,
  votes: Votes,
): Promise<ArticleErrors> {
  const expectedOf = ({ number, importedVotes }: CountedArticle) => {
    const { likeCount, unlikeCount } = votes.of(number, 'article');
    return {
      likeCount: likeCount + (importedVotes?.likeCount ?? 0),
      unlikeCount: unlikeCount + (importedVotes?.unlikeCount ?? 0),
    };
  };
  const wrong = [...batch.articles.values()].filter((article) => {
    const { likeCount, unlikeCount } = expectedOf(article);
    return article.likeCount !== likeCount || article.unlikeCount !== unlikeCount;
  });
  if (repairs)
    for (const article of wrong)
      await models.articles.updateOne(
        { dictionaryId: batch.filter.dictionaryId, number: article.number },
        { $set: expectedOf(article) },
        { session },
      );
  return wrong.map(({ number }) => ['the likes or unlikes do not match the votes', number] as const);
}

async function checkComments(
  { models, session, repairs }: CheckInTransaction,
  { articles }: ArticleBatch,
  { comments, votes }: CommentsAndVotes,
): Promise<ArticleErrors> {
  const wrong: [string, number][] = [];
  for (const comment of comments) {
    const { publicId, number, isDisabled, isShown, likeCount, unlikeCount } = comment;
    const article = articles.get(number);
    if (!article) continue;
    const target = voteTarget(publicId);
    const shouldShow = !isDisabled && !article.isDisabled;
    const isCounted = votes.areCounted(number, target, { likeCount, unlikeCount });
    if (isShown !== shouldShow) wrong.push(['a comment is wrongly shown or hidden', number]);
    if (!isCounted) wrong.push(['the likes or unlikes of a comment do not match the votes', number]);
    if (repairs && (isShown !== shouldShow || !isCounted))
      await models.comments.updateOne(
        { publicId },
        { $set: { isShown: shouldShow, ...votes.of(number, target) } },
        { session },
      );
  }
  return wrong;
}
