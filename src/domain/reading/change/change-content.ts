import { allChecked, checkedItems, checkedMembers, inMember, invalid } from '../../../shared/faults';
import { freeJsonText, isJsonObject } from '../../../shared/json';
import type { Json, JsonObject } from '../../../shared/json';
import type { ArticleContent, Entry, Variant } from '../../article/article-content';
import { withListInSenses } from './change-in-senses';
import { changedList } from './change-list';
import { withMember } from './change-part';
import type { ItemChange, ItemShape } from '../item-shape';
import { LISTS, VARIANT } from '../item-shapes';
import { ENTRY_MEMBER, entryMember, type Envelope, envelopesOf, isEmpty } from '../article-envelopes';
import { ENTRY_FIELDS, isKnownMember, readArticle } from '../read-article';
import { envelopesOfList } from '../read-items';
import type { Members } from '../read-members';
import { originalOf, ORIGINAL } from '../../article/original';
import { scalarText } from '../values';

type EntryChange = { readonly [Field in keyof Omit<Entry, 'variants'>]?: Entry[Field] | null } & {
  readonly variants?: readonly ItemChange<Variant>[] | null;
};

type Lists = Required<Pick<ArticleContent, keyof typeof LISTS>>;

/** A change of typed content: absent members remain, null removes a member, and a list replaces the whole list. */
export type ContentChange = {
  readonly [List in keyof Lists]?: readonly ItemChange<Lists[List][number]>[] | null;
} & {
  readonly type?: string | null;
  readonly radical?: string | null;
  readonly entry?: EntryChange | null;
  readonly extra?: JsonObject | null;
};

/** The lists of typed content, except the variants of the entry. */
export const LIST_NAMES = Object.keys(LISTS) as readonly (keyof typeof LISTS)[];

type Fields = Readonly<Record<string, Json | undefined>>;

/**
 * Validates a change of typed content: the typed reading must accept each value. It rejects an invalid language tag, for example.
 * `extra` may be any free JSON.
 *
 * @throws Failure INVALID_INPUT with the path of each invalid value
 */
export function checkContent({ entry, extra, ...content }: ContentChange): void {
  const checksOfLists = LIST_NAMES.map((name) => () => {
    inMember(name, () => {
      checkItems(LISTS[name].members, content[name]);
    });
  });
  allChecked(
    ...checksOfLists,
    () =>
      inMember('entry', () =>
        allChecked(
          () => {
            checkFields(ENTRY_FIELDS, entry ?? {});
          },
          () => {
            inMember('variants', () => {
              checkItems(VARIANT.members, entry?.variants);
            });
          },
        ),
      ),
    () => inMember('extra', () => freeJsonText(extra ?? null)),
  );
}

function checkItems(members: object, items: readonly object[] | null | undefined): void {
  checkedItems(items ?? [], (item) => {
    checkFields(members, item);
  });
}

function checkFields(members: object, input: object): void {
  const checks = Object.entries(members as Members<Fields>).map(([field, member]) => {
    const value = (input as Fields)[field];
    const check = () => {
      if (value === undefined || isEmpty(value) || member.read(value) !== undefined) return;
      throw invalid([], `${field} must be ${member.expects}`);
    };
    return [field, check] as const;
  });
  checkedMembers(Object.fromEntries(checks));
}

/**
 * Applies a change of typed content to the source of an article. Members that the change does not name remain, as does the notation of
 * the source: nesting under `article`, member names, lists, plain texts and unmapped members.
 *
 * @throws Failure INVALID_INPUT when the source is not an object; also as `checkContent`
 */
export function withContent(source: Json, change: ContentChange): Json {
  if (!isJsonObject(source)) {
    checkContent(change);
    throw invalid([], 'The content of the article is not an object; write it with source');
  }
  const before = readArticle(source);
  allChecked(
    () => {
      checkContent(change);
    },
    () => {
      inMember('extra', () => {
        checkExtra(source, change.extra, before.extra);
      });
    },
  );
  let changed: JsonObject = source;
  for (const name of ['type', 'radical'] as const) {
    const newValue = change[name];
    if (newValue !== undefined && (scalarText(newValue) ?? undefined) !== before[name])
      changed = withMember(changed, [name], newValue);
  }
  if (change.entry !== undefined) changed = withEntry(changed, change.entry, before.entry);
  for (const name of LIST_NAMES) {
    const shape = LISTS[name] as ItemShape<object>;
    const { source, others } = withListInSenses(changed, shape, change[name]);
    changed = withList(source, shape, others, envelopesOfList(envelopesOf(source), shape));
  }
  return withExtra(changed, change.extra, before.extra);
}

/** @throws Failure INVALID_INPUT for each changed member of `extra` that must be changed by a typed field or through `source` */
function checkExtra(source: JsonObject, extra: JsonObject | null | undefined, before: JsonObject): void {
  const checks = changesOf(extra, before).map(([name]) => {
    const check = () => {
      if (isKnownMember(name) || (name === ORIGINAL && originalOf(source)))
        throw invalid([], `extra.${name} cannot be changed through content; write the article with source`);
    };
    return [name, check] as const;
  });
  checkedMembers(Object.fromEntries(checks));
}

/** The members of `extra` whose values differ from those before. */
function changesOf(extra: JsonObject | null | undefined, before: JsonObject) {
  return Object.entries(extra ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
}

/** Changes a list; `undefined` leaves it as it is. */
function withList<T extends object>(
  source: JsonObject,
  shape: ItemShape<T>,
  items: readonly ItemChange<T>[] | null | undefined,
  envelopes: readonly Envelope[],
): JsonObject {
  if (items === undefined) return source;
  const list = changedList(envelopes, shape, items);
  return list === undefined ? source : withMember(source, shape.names, list, { isAlone: true, envelopes });
}

/** The only envelope of an entry, in which `article` has no special meaning. */
const envelopesOfEntry = (object: JsonObject): readonly Envelope[] => [{ object, path: '' }];

/** Changes the entry. An entry that is a plain text remains one if it has only a headword. */
function withEntry(source: JsonObject, input: EntryChange | null, before: Entry): JsonObject {
  if (input === null) return withMember(source, [ENTRY_MEMBER], null);
  const member = entryMember(envelopesOf(source));
  const isPlainText = member !== undefined && !isJsonObject(member.value);
  const original: JsonObject = isJsonObject(member?.value)
    ? member.value
    : isPlainText
      ? { headword: member.value }
      : {};
  let entry = original;
  for (const field of Object.keys(ENTRY_FIELDS) as (keyof typeof ENTRY_FIELDS)[]) {
    const value = input[field];
    // A derived headword that a client returns unchanged is not written.
    if (value !== undefined && (ENTRY_FIELDS[field].read(value) ?? undefined) !== before[field])
      entry = withMember(entry, ENTRY_FIELDS[field].names, value, { envelopes: envelopesOfEntry(entry) });
  }
  entry = withList(entry, VARIANT, input.variants, envelopesOfEntry(entry));
  if (entry === original) return source;
  const isStillPlainText = isPlainText && Object.keys(entry).join() === 'headword';
  return withMember(source, [ENTRY_MEMBER], isStillPlainText ? (entry['headword'] ?? null) : entry);
}

/** Changes the members of the source that `extra` contains; members that `extra` does not name remain. */
function withExtra(source: JsonObject, extra: JsonObject | null | undefined, before: JsonObject): JsonObject {
  let changed = source;
  for (const [name, value] of changesOf(extra, before)) changed = withMember(changed, [name], value);
  return changed;
}
