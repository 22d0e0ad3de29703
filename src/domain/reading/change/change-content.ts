import { invalid } from '../../../shared/faults';
import { isJsonObject } from '../../../shared/json';
import type { Json, JsonObject } from '../../../shared/json';
import type { ArticleContent, Entry, Variant } from '../../article/article-content';
import { changedList } from './change-list';
import { withMember } from './change-part';
import type { GivenItem, ItemShape } from './item-shape';
import { CATEGORY, CLASS, EXAMPLE, FORM, TRANSLATION, VARIANT } from './item-shapes';
import { type Envelope, envelopesOf, writtenUnder } from '../article-envelopes';
import { ENTRY_FIELDS, isKnownMember, readArticle } from '../read-article';
import { OPTIONAL_LISTS } from './sense-shapes';
import { originalOf, ORIGINAL } from '../../article/original';
import { textOf } from '../values';

type GivenEntry = { readonly [Field in keyof Omit<Entry, 'variants'>]?: Entry[Field] | null } & {
  readonly variants?: readonly GivenItem<Variant>[] | null;
};

type Lists = Required<Pick<ArticleContent, keyof typeof LISTS>>;

/** Typed content as given by a client: absent members remain, null removes a member, and a list replaces the whole list. */
export type ContentChange = {
  readonly [List in keyof Lists]?: readonly GivenItem<Lists[List][number]>[] | null;
} & {
  readonly type?: string | null;
  readonly radical?: string | null;
  readonly entry?: GivenEntry | null;
  readonly extra?: JsonObject | null;
};

const LISTS = {
  categories: CATEGORY,
  classes: CLASS,
  forms: FORM,
  translations: TRANSLATION,
  examples: EXAMPLE,
  ...OPTIONAL_LISTS,
} as const;

/**
 * The free JSON of an article, changed to read as the content given. What is not named stays as it is, and so does how it was
 * written: the nesting under `article`, the names of members, lists and bare items, members without a field.
 *
 * @throws Failure INVALID_INPUT when the JSON is no object, which has no members to change
 */
export function withContent(source: Json, change: ContentChange): Json {
  if (!isJsonObject(source))
    throw invalid([], 'The content of the article is not an object; write it with source');
  const before = readArticle(source);
  let changed: JsonObject = source;
  for (const name of ['type', 'radical'] as const) {
    const given = change[name];
    if (given !== undefined && (textOf(given) ?? undefined) !== before[name])
      changed = withMember(changed, [name], given);
  }
  if (change.entry !== undefined) changed = withEntry(changed, change.entry, before.entry);
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[])
    changed = withList(changed, LISTS[name] as ItemShape<object>, change[name], envelopesOf(changed));
  return withExtra(changed, change.extra, before.extra);
}

function withList<T extends object>(
  source: JsonObject,
  shape: ItemShape<T>,
  items: readonly GivenItem<T>[] | null | undefined,
  envelopes: readonly Envelope[],
): JsonObject {
  if (items === undefined) return source;
  const list = changedList(envelopes, shape, items);
  return list === undefined ? source : withMember(source, shape.names, list, { isAlone: true, envelopes });
}

/** An entry is read without nested envelopes. */
const alone = (object: JsonObject): readonly Envelope[] => [{ object, path: '' }];

function withEntry(source: JsonObject, given: GivenEntry | null, before: Entry): JsonObject {
  if (given === null) return withMember(source, ['entry'], null);
  const written = writtenUnder(envelopesOf(source), ['entry']).find(
    ({ value }) => isJsonObject(value) || textOf(value) !== undefined,
  );
  const isBare = written !== undefined && !isJsonObject(written.value);
  const own: JsonObject = isJsonObject(written?.value)
    ? written.value
    : isBare
      ? { headword: written.value }
      : {};
  let entry = own;
  for (const field of Object.keys(ENTRY_FIELDS) as (keyof typeof ENTRY_FIELDS)[]) {
    const value = given[field];
    // One that is derived, and comes back as it was read, is not written.
    if (value !== undefined && (ENTRY_FIELDS[field].read(value) ?? undefined) !== before[field])
      entry = withMember(entry, ENTRY_FIELDS[field].names, value, { envelopes: alone(entry) });
  }
  entry = withList(entry, VARIANT, given.variants, alone(entry));
  if (entry === own) return source;
  const isStillBare = isBare && Object.keys(entry).join() === 'headword';
  return withMember(source, ['entry'], isStillBare ? (entry['headword'] ?? null) : entry);
}

/** Members without a field are named one by one, where they are written; those that qualify a field are changed with it. */
function withExtra(source: JsonObject, given: JsonObject | null | undefined, before: JsonObject): JsonObject {
  let changed = source;
  for (const [name, value] of Object.entries(given ?? {})) {
    if (JSON.stringify(value) === JSON.stringify(before[name])) continue;
    if (isKnownMember(name) || (name === ORIGINAL && originalOf(source)))
      throw invalid(
        ['extra', name],
        `extra.${name} cannot be changed through content; write the article with source`,
      );
    changed = withMember(changed, [name], value);
  }
  return changed;
}
