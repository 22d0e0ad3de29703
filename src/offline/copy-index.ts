import { shortNameOf } from '../domain/article/searched-fields';
import { articleIndexOf, type ArticleIndex } from './article-index';
import { type DictionaryCopy, eachArticle } from './dictionary-copy';
import { sha256Of } from './sha256';

/** Makes the index of a copy, whose articles stand where the server has them among those of other dictionaries. */
export async function indexOfCopy(copy: DictionaryCopy, pause?: () => Promise<void>): Promise<ArticleIndex> {
  const { dictionary } = copy;
  const { dictionaryId } = dictionary;
  const shortName = shortNameOf(dictionaryId, await sha256Of(dictionaryId));
  return articleIndexOf({ dictionary, shortName }, eachArticle(copy), pause);
}
