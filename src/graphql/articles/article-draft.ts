import type { ArticleInput as Draft } from '../../services/articles/article-drafts';
import { Failure } from '../../shared/failure';
import { ArticleContentInput } from './article-content-input';
import type { NewArticleInput } from './article-input';

/**
 * What a writer gives, as the services take it.
 *
 * @throws Failure CONTENT_MISSING without content, INVALID_INPUT with two
 */
export function draftOf({ source, content, radical, publicId }: NewArticleInput): Draft {
  const isTyped = content !== undefined && content !== null;
  const isFree = source !== undefined && source !== null;
  if (isTyped && isFree) throw new Failure('INVALID_INPUT', 'source and content exclude each other');
  if (!isTyped && !isFree) throw new Failure('CONTENT_MISSING', 'source or content must be given');
  const given = isTyped ? ArticleContentInput.sourceOf(content) : (source ?? null);
  return {
    source: given,
    ...(isTyped ? { content } : {}),
    radical: radical ?? undefined,
    publicId: publicId ?? undefined,
  };
}
