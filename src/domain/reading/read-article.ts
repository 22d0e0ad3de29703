import { isJsonObject, isJsonList, type Json } from '../../shared/json';
import type { Entry, ArticleContent } from '../article/article-content';
import { isOriginal, ORIGINAL } from '../article/original';
import { type ItemShape, textIn, wholeNumber } from './item-shape';
import { LISTS, OPTIONAL_LISTS, VARIANT } from './item-shapes';
import { UnmappedFields } from './unmapped-fields';
import {
  membersNamed,
  type Envelope,
  type WrittenMember,
  isEmpty,
  envelopesOf,
  ENTRY_MEMBER,
  ENVELOPE_MEMBER,
} from './article-envelopes';
import { keepRest, type Members, readFirst, readMembers } from './read-members';
import { readItemsInSenses } from './lists-in-senses';
import { envelopesOfList, readItems } from './read-items';
import { scalarText, wordOf } from './values';

/** The fields of an entry except its variants. */
export const ENTRY_FIELDS: Members<Omit<Entry, 'variants'>> = {
  headword: textIn('headword'),
  homograph: wholeNumber('homograph'),
  id: textIn('id'),
  morphType: textIn('morphType'),
  citation: textIn('citation'),
};

/** Reads the first valid entry: an object, or a plain text, which is the headword. */
function readEntry(written: readonly WrittenMember[], unmapped: UnmappedFields): Entry {
  let entry: Entry | undefined;
  for (const candidate of written) {
    if (entry !== undefined) unmapped.keepUnfit(candidate, ['entry'], 'is given a second time');
    else if (isJsonObject(candidate.value)) {
      entry = readObject({ object: candidate.value, path: candidate.path }, unmapped);
    } else entry = readPlainText(candidate, unmapped);
  }
  return entry ?? { variants: [] };
}

function readObject(envelope: Envelope, unmapped: UnmappedFields): Entry {
  const read = readMembers(envelope, ENTRY_FIELDS, LISTS_IN_ENTRY);
  keepRest(read, ['entry'], unmapped);
  return Object.assign(read.fields, { variants: readItems([envelope], VARIANT, unmapped) });
}

function readPlainText(written: WrittenMember, unmapped: UnmappedFields): Entry | undefined {
  const headword = scalarText(written.value);
  if (headword !== undefined) return { headword, variants: [] };
  unmapped.keepUnfit(written, ['entry'], 'is neither a text nor an object');
  return undefined;
}

const TYPE = textIn('type');
const RADICAL = textIn('radical');
const EXTRA = 'extra';
const WARNINGS = 'warnings';

const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  ENVELOPE_MEMBER,
  ENTRY_MEMBER,
  EXTRA,
  WARNINGS,
  ...TYPE.names,
  ...RADICAL.names,
  ...Object.values(LISTS).flatMap((shape) => shape.names),
]);

/** Names of the lists that are written in the entry. */
const LISTS_IN_ENTRY: ReadonlySet<string> = new Set(
  [VARIANT, ...Object.values(LISTS).filter(({ isInEntry }) => isInEntry)].flatMap((shape) => shape.names),
);

/** Whether a member of the content has a field, or contains members that do. */
export function isKnownMember(name: string): boolean {
  return KNOWN_MEMBERS.has(name);
}

/**
 * Computes the typed reading of the free JSON of an article. It accepts any JSON and never throws. `extra` has the members without a
 * field (see UnmappedFields), and `warnings` names the members with invalid values. All text is NFC.
 *
 * @returns a plain object without members for unset fields
 */
export function readArticle(source: Json): ArticleContent {
  const unmapped = new UnmappedFields();
  const envelopes = envelopesOf(source);
  keepUnmappedFields(envelopes, unmapped);
  keepUnknown(source, envelopes, unmapped);

  const type = readText(envelopes, TYPE, unmapped);
  const radical = readText(envelopes, RADICAL, unmapped);
  const entry = readEntry(membersNamed(envelopes, [ENTRY_MEMBER]), unmapped);
  return {
    ...(type === undefined ? {} : { type }),
    entry: withHeadword(entry, radical),
    ...readLists(envelopes, unmapped),
    ...(radical === undefined ? {} : { radical }),
    extra: unmapped.extra,
    warnings: unmapped.warnings,
  };
}

type Lists = Pick<ArticleContent, keyof typeof LISTS>;

/** Reads the lists. Optional ones are absent if the source has no items of them. */
function readLists(envelopes: readonly Envelope[], unmapped: UnmappedFields): Lists {
  const lists = Object.entries(LISTS).flatMap(([name, listShape]) => {
    const shape = listShape as ItemShape<object>;
    const items = [
      ...readItems(envelopesOfList(envelopes, shape), shape, unmapped),
      ...readItemsInSenses(envelopes, shape, unmapped),
    ];
    return items.length === 0 && name in OPTIONAL_LISTS ? [] : [[name, items] as const];
  });
  return Object.fromEntries(lists) as unknown as Lists;
}

/** Keeps `extra` and `warnings` of an earlier reading. They come first, so that a second reading changes nothing. */
function keepUnmappedFields(envelopes: readonly Envelope[], unmapped: UnmappedFields): void {
  for (const { name, value } of membersNamed(envelopes, [EXTRA, WARNINGS])) {
    if (name === EXTRA && isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) unmapped.keep([key], member);
    } else if (name === WARNINGS && isJsonList(value) && value.every((item) => typeof item === 'string')) {
      for (const sentence of value) if (!isEmpty(sentence)) unmapped.warn(sentence);
    } else unmapped.keep([name], value);
  }
}

/** Keeps members of the content without a field. */
function keepUnknown(source: Json, envelopes: readonly Envelope[], unmapped: UnmappedFields): void {
  for (const { object } of envelopes) {
    const unknown = Object.entries(object).filter(([name]) => !KNOWN_MEMBERS.has(name));
    for (const [name, value] of unknown)
      if (name !== ORIGINAL || !isOriginal(value)) unmapped.keep([name], value);
  }
  const innermost = envelopes.at(-1);
  if (innermost === undefined) {
    if (!isEmpty(source))
      unmapped.keepUnfit({ value: source, path: '' }, [ENVELOPE_MEMBER], 'is not an object');
    return;
  }
  for (const wrapped of membersNamed([innermost], [ENVELOPE_MEMBER])) {
    unmapped.keepUnfit(wrapped, [ENVELOPE_MEMBER], 'is not an object that could be read');
  }
}

function readText(
  envelopes: readonly Envelope[],
  member: typeof TYPE,
  unmapped: UnmappedFields,
): string | undefined {
  const { value, unfit } = readFirst(membersNamed(envelopes, member.names), member);
  keepRest({ unfit, unknown: [] }, [], unmapped);
  return value;
}

function withHeadword(entry: Entry, radical: string | undefined): Entry {
  const [first] = entry.variants;
  const headword = entry.headword ?? (first && wordOf(first)) ?? radical ?? first?.headword;
  return headword === undefined ? entry : Object.assign({}, entry, { headword });
}
