import type { mongo } from 'mongoose';
import type { ArticleDocument } from './article-document';
import type { Models } from '../models';

/**
 * The collection as the driver gives it, for the reads and writes that are many: one function derives whole documents and
 * every filter is made here, so that casting each of their fields again would buy nothing.
 */
export function articleDocuments({ articles }: Pick<Models, 'articles'>): mongo.Collection<ArticleDocument> {
  return articles.collection as unknown as mongo.Collection<ArticleDocument>;
}
