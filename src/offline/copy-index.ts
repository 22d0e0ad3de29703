import { shortNameOf } from '../domain/article/searched-fields';
import { articleIndexOf, type ArticleIndex } from './article-index';
import { eachArticle, sha256Of, type DictionaryCopy } from './dictionary-copy';

/** Makes the index of a copy. Its articles have the same order among those of other dictionaries as on the server. */
export async function indexOfCopy(copy: DictionaryCopy, pause?: () => Promise<void>): Promise<ArticleIndex> {
  const { dictionary } = copy;
  const { dictionaryId } = dictionary;
  const shortName = shortNameOf(dictionaryId, await sha256Of(dictionaryId));
  return articleIndexOf({ dictionary, shortName }, eachArticle(copy), pause);
}
