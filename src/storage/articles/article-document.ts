import type { ArticleRecord, DerivedFields } from '../../domain/article/article-record';
import type { FieldPaths } from '../../domain/values/field-paths';
import type { JsonObject } from '../../shared/json';
import { isOriginal, ORIGINAL } from '../../domain/article/original';
import type { Json } from '../../shared/json';

/** The stored fields that a caller needs. Without it, all fields are read. */
export type Projection = FieldPaths;

type Content = ArticleRecord['content'];

/**
 * An article as the database stores it. Members that the typed reading does not know are free JSON, stored as text,
 * because a database may not accept their names (dots, dollar signs). The imported entry, the last member of the
 * source, is stored separately, so that lists need not read it: see `splitSource`.
 */
export type ArticleDocument = Omit<ArticleRecord, 'content'> & {
  readonly content: Omit<Content, 'extra'> & { readonly extra: string };
  readonly original?: string;
};

export function documentOf(record: ArticleRecord): ArticleDocument {
  return { ...record, ...derivedDocument(record), ...splitSource(record.source) };
}

/** The derived fields of an article as the database stores them. */
export function derivedDocument(record: DerivedFields): Pick<ArticleDocument, keyof DerivedFields> {
  const { headword, radical, text, keys, sortKey, lists, rules } = record;
  const content = Object.assign({}, record.content, { extra: JSON.stringify(record.content.extra) });
  return { headword, radical, text, content, keys, sortKey, lists, rules };
}

/** The record of a document, which may lack what a projection left out. */
export function recordOf({ original, ...document }: ArticleDocument): ArticleRecord {
  const { content, source } = document as Partial<ArticleDocument>;
  const joined =
    original === undefined || source === undefined ? {} : { source: joinedSource(source, original) };
  if (content?.extra === undefined) return { ...document, ...joined } as unknown as ArticleRecord;
  return { ...document, ...joined, content: { ...content, extra: JSON.parse(content.extra) as JsonObject } };
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
  const remainder = `${before.endsWith(',') ? before.slice(0, -1) : before}}`;
  const original = source.slice(at + MEMBER_NAME.length, -1);
  // Both parts are JSON only if the member is the last one of the outermost object.
  return isOriginal(parsedSource(original)) && parsedSource(remainder) !== undefined
    ? { source: remainder, original }
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
