import type { ArticleRecord, DerivedFields } from '../../domain/article/article-record';
import type { FieldPaths } from '../../shared/field-paths';
import type { JsonObject } from '../../shared/json';
import { isOriginal, ORIGINAL } from '../../domain/article/original';
import type { Json } from '../../shared/json';

/** Which stored fields a caller needs; all are read when it does not say. */
export type Projection = FieldPaths;

type Content = ArticleRecord['content'];

/**
 * An article as the database holds it. The members that the typed reading does not know are free JSON, whose names a
 * database may not take (dots, dollar signs), so they are stored as text. The imported entry, the last member of the
 * source, is stored apart, so that lists need not read it: see `splitSource`.
 */
export type ArticleDocument = Omit<ArticleRecord, 'content'> & {
  readonly content: Omit<Content, 'extra'> & { readonly extra: string };
  readonly original?: string;
};

export function documentOf(record: ArticleRecord): ArticleDocument {
  return { ...record, ...derivedDocument(record), ...splitSource(record.source) };
}

/** The derived fields of an article alone, as the database holds them. */
export function derivedDocument(record: DerivedFields): Pick<ArticleDocument, keyof DerivedFields> {
  const { headword, radical, text, keys, sortKey, lists, rules } = record;
  const content = Object.assign({}, record.content, { extra: JSON.stringify(record.content.extra) });
  return { headword, radical, text, content, keys, sortKey, lists, rules };
}

/** The record of a document, which may lack what a projection left out. */
export function recordOf({ original, ...document }: ArticleDocument): ArticleRecord {
  const { content, source } = document as Partial<ArticleDocument>;
  const whole =
    original === undefined || source === undefined ? {} : { source: joinedSource(source, original) };
  if (content?.extra === undefined) return { ...document, ...whole } as unknown as ArticleRecord;
  return { ...document, ...whole, content: { ...content, extra: JSON.parse(content.extra) as JsonObject } };
}

const MEMBER_NAME = `"${ORIGINAL}":`;

/** Beginning of the member in the JSON text of a record. */
const MEMBER_BEGINNING = `${MEMBER_NAME}{"format":`;

export interface SplitSource {
  readonly source: string;
  readonly original?: string;
}

/** The JSON text of an article without its imported entry, if that is its last member, and the entry. */
export function splitSource(source: string): SplitSource {
  const at = source.lastIndexOf(MEMBER_BEGINNING);
  if (at === -1) return { source };
  const before = source.slice(0, at);
  const rest = `${before.endsWith(',') ? before.slice(0, -1) : before}}`;
  const original = source.slice(at + MEMBER_NAME.length, -1);
  // Only at the end of the outermost object are both parts JSON.
  return isOriginal(parsedSource(original)) && parsedSource(rest) !== undefined
    ? { source: rest, original }
    : { source };
}

export function joinedSource(source: string, original: string): string {
  return `${source.slice(0, -1)}${source === '{}' ? '' : ','}${MEMBER_NAME}${original}}`;
}

function parsedSource(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
