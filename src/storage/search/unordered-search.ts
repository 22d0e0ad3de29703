import { trusted } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import { grouped } from '../../shared/grouped';
import { byCodePoint } from '../../shared/text';
import { type ArticleDocument, type Projection, recordOf } from '../articles/article-document';
import { findAll } from '../mongo/find-all';
import type { Models } from '../models';
import { FIRST_EXAMINED, MOST_EXAMINED } from '../lists/most-examined';
import { besidesOf, indexFilter, type SearchQuestion, type SearchReading } from './search-filter';

type Articles = Pick<Models, 'articles'>;
type Reference = Pick<ArticleDocument, 'dictionaryId' | 'number' | 'keys'>;

/** What names an article and says where it stands. */
const REFERENCE: Projection = { dictionaryId: 1, number: 1, 'keys.place': 1 };

/** The entries of a level whose index has them in no order of places: from everywhere, and whatever is asked of them besides. */
function entriesOf({ scope, step, better }: SearchQuestion) {
  const [first] = step.lookups;
  if (first === undefined) throw new Error(`the level ${step.level} looks up nothing`);
  return indexFilter({ scope, step, better }, first);
}

/** How many these are, counted up to one more than may be examined. */
export function entriesIn({ articles }: Articles, question: SearchQuestion): Promise<number> {
  return articles.countDocuments(entriesOf(question), { limit: MOST_EXAMINED + 1 }).exec();
}

/** Whether these are so few that all of them may be examined. */
export async function isFew(models: Articles, question: SearchQuestion): Promise<boolean> {
  return (await entriesIn(models, question)) <= MOST_EXAMINED;
}

/** Articles of such a level that has more: those among as many as are examined at most. The others are not found. */
export async function readSome(
  models: Articles,
  question: SearchQuestion,
  { skip = 0, limit, fields }: SearchReading,
): Promise<ArticleRecord[]> {
  const { after } = question;
  const entries: readonly Reference[] = await findAll(models.articles, {
    filter: entriesOf(question),
    fields: REFERENCE,
    limit: MOST_EXAMINED,
  });
  const behind = inOrder(entries).filter(
    ({ keys }) => after === undefined || byCodePoint(keys.place, after) > 0,
  );
  const besides = besidesOf(question);
  const found: ArticleRecord[] = [];
  for (let i = 0; i < behind.length && found.length < skip + limit; i += FIRST_EXAMINED) {
    const piece = grouped(behind.slice(i, i + FIRST_EXAMINED), ({ dictionaryId }) => dictionaryId);
    const read = [...piece].map(([dictionaryId, some]) => {
      const number = trusted({ $in: some.map((one) => one.number) });
      const filter = { dictionaryId, number, ...(besides.length === 0 ? {} : { $and: [...besides] }) };
      return findAll(models.articles, { filter, fields, isForAnswer: true });
    });
    found.push(...inOrder((await Promise.all(read)).flat()).map(recordOf));
  }
  return found.slice(skip, skip + limit);
}

export function inOrder<One extends Pick<Reference, 'keys'>>(articles: readonly One[]): One[] {
  return articles.toSorted((a, b) => byCodePoint(a.keys.place, b.keys.place));
}
