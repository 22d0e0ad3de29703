import type { ArticleRecord, DerivedFields } from '../../domain/article/article-record';
import type { FieldPaths } from '../../shared/field-paths';
import type { JsonObject } from '../../shared/json';

/** Which stored fields a caller needs; all are read when it does not say. */
export type Projection = FieldPaths;

type Content = ArticleRecord['content'];

/**
 * An article as the database holds it. The members that the typed reading does not know are free JSON, whose names a
 * database may not take (dots, dollar signs), so they are stored as text.
 */
export type ArticleDocument = Omit<ArticleRecord, 'content'> & {
  readonly content: Omit<Content, 'extra'> & { readonly extra: string };
};

export function documentOf(record: ArticleRecord): ArticleDocument {
  return { ...record, ...derivedDocument(record) };
}

/** The derived fields of an article alone, as the database holds them. */
export function derivedDocument(record: DerivedFields): Pick<ArticleDocument, keyof DerivedFields> {
  const { headword, radical, text, keys, sortKey, lists, rules } = record;
  const content = Object.assign({}, record.content, { extra: JSON.stringify(record.content.extra) });
  return { headword, radical, text, content, keys, sortKey, lists, rules };
}

/** The record of a document, which may lack what a projection left out. */
export function recordOf(document: ArticleDocument): ArticleRecord {
  const { content } = document as Partial<ArticleDocument>;
  if (content?.extra === undefined) return document as unknown as ArticleRecord;
  return { ...document, content: { ...content, extra: JSON.parse(content.extra) as JsonObject } };
}
