import { crc32 } from 'node:zlib';
import type { ArticleContent } from '../../domain/article/article-content';
import { ORIGINAL, type Original } from '../../domain/article/original';
import { ENTRY_FIELDS, readArticle } from '../../domain/reading/read-article';
import type { Json, JsonObject } from '../../shared/json';
import { SINGLE } from './get-typed';

/** The fields of a stored typed item. Unset fields may be null. */
export type Fields = Readonly<Record<string, Json | undefined>>;

/** Fields that the position of an item determines. */
export const POSITIONAL: ReadonlySet<string> = new Set(['number']);

/** Returns an item of a typed list without fields that are unset or that its position determines. */
export function comparable(item: Fields): Fields {
  return withoutUnset(Object.fromEntries(Object.entries(item).filter(([name]) => !POSITIONAL.has(name))));
}

/** Removes null fields. */
export function withoutUnset(item: Fields): Fields {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Returns the items of a typed list. `variants` are part of the entry. */
export function listItems(content: ArticleContent, member: string): readonly Fields[] {
  const holder: unknown = member === 'variants' ? content.entry : content;
  return ((holder as Record<string, unknown>)[member] as readonly Fields[] | null | undefined) ?? [];
}

/** Returns the fields of senses by sense number. */
export function fieldsByNumber(senses: ArticleContent['senses']): ReadonlyMap<number, Fields> {
  return new Map((senses ?? []).map(({ number, ...fields }) => [number, fields as Fields]));
}

/**
 * Differences between the items that the present reader finds in an imported entry and the items that were found at the import. Nobody
 * has edited these items: a later version of the reader finds more in the same entry, or returns the same in another form.
 */
export class ReadingChanges {
  private readonly added: ReadonlySet<string>;
  private readonly removed: ReadonlySet<string>;

  /**
   * @param readAs `Original.readAs`: digests of the items read at the import; undefined if unknown
   * @param now the items that the present reader finds
   */
  constructor(readAs: string | undefined, now: ArticleContent) {
    const today = new Set(digestsOf(now));
    const imported = readAs === undefined ? today : new Set(readAs.split(' '));
    this.added = new Set([...today].filter((digest) => !imported.has(digest)));
    this.removed = new Set([...imported].filter((digest) => !today.has(digest)));
  }

  /** Whether an item was not read at the import, so that content without it does not mean that it was deleted. */
  isNew(member: string, item: Fields): boolean {
    return this.added.size > 0 && this.added.has(itemDigest(member, item));
  }

  /** Whether a field differs from the present reading only because the reader has changed. */
  explains(member: string, field: string, today: Json | undefined, stored: Json | undefined): boolean {
    if (stored === undefined) return this.isNew(member, { [field]: today });
    return this.isOld(member, { [field]: stored });
  }

  /** Whether stored content is unchanged since the import, and the present reader returns it in another form. */
  isOld(member: string, item: Fields): boolean {
    return this.removed.size > 0 && this.removed.has(itemDigest(member, item));
  }
}

/** Returns the digests of all typed items of some content. */
function digestsOf(content: ArticleContent): readonly string[] {
  return allItems(content).map(([member, item]) => itemDigest(member, item));
}

/** Returns the article that a reader made of an entry, with the entry and the digests of its items. */
export function withOriginal(
  typed: JsonObject,
  original: Original,
  content: ArticleContent = readArticle(typed),
): JsonObject {
  return { ...typed, [ORIGINAL]: { ...original, readAs: [...new Set(digestsOf(content))].join(' ') } };
}

function allItems(content: ArticleContent): (readonly [member: string, item: Fields])[] {
  const lists = ['variants', ...Object.keys(content)].filter((member) => member !== 'senses');
  const entry = content.entry as unknown as Fields;
  return [
    ...Object.keys(ENTRY_FIELDS).flatMap((field) => part('entry', { [field]: entry[field] })),
    ...[...SINGLE].flatMap((member) => part(member, { content: (content as unknown as Fields)[member] })),
    ...[...fieldsByNumber(content.senses)].flatMap(([number, fields]) => [
      ...part('senses', { number }),
      ...Object.entries(fields).flatMap(([field, value]) => part(`senses ${number}`, { [field]: value })),
    ]),
    ...lists.flatMap((member) => {
      const items = listItems(content, member);
      return Array.isArray(items) ? items.flatMap((item: Fields) => part(member, comparable(item))) : [];
    }),
  ];
}

/** Returns no part for unset fields. */
function part(member: string, item: Fields): (readonly [string, Fields])[] {
  return Object.keys(withoutUnset(item)).length === 0 ? [] : [[member, item]];
}

function itemDigest(member: string, item: Fields): string {
  const fields = Object.entries(withoutUnset(item)).sort(([a], [b]) => (a < b ? -1 : 1));
  return crc32(`${member} ${JSON.stringify(fields)}`).toString(36);
}
