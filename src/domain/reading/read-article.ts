import { isJsonObject, isJsonList, type Json } from '../../shared/json';
import type { Entry, ArticleContent } from '../article/article-content';
import { text, VARIANT, CATEGORY, CLASS, EXAMPLE, FORM, TRANSLATION } from './change/item-shapes';
import { UnmappedFields } from './unmapped-fields';
import {
  writtenUnder,
  type Envelope,
  type Written,
  isEmpty,
  envelopesOf,
  WRAPPER,
} from './article-envelopes';
import { keepRest, readFirst } from './read-members';
import { readItems } from './read-items';
import { textOf, wordOf } from './values';

const HEADWORD = text('headword');
const KNOWN_OF_ENTRY: ReadonlySet<string> = new Set([...HEADWORD.names, ...VARIANT.names]);

/** Reads the first entry that fits: an object, or a bare text, which is its headword. */
function readEntry(written: readonly Written[], unmapped: UnmappedFields): Entry {
  let entry: Entry | undefined;
  for (const candidate of written) {
    if (entry !== undefined) unmapped.keepUnfit(candidate, ['entry'], 'is given a second time');
    else if (isJsonObject(candidate.value)) {
      entry = readObject({ object: candidate.value, path: candidate.path }, unmapped);
    } else entry = readBare(candidate, unmapped);
  }
  return entry ?? { variants: [] };
}

function readObject(envelope: Envelope, unmapped: UnmappedFields): Entry {
  const { value: headword, unfit } = readFirst(writtenUnder([envelope], HEADWORD.names), HEADWORD);
  const unknown = Object.entries(envelope.object).filter(([name]) => !KNOWN_OF_ENTRY.has(name));
  keepRest({ unfit, unknown }, ['entry'], unmapped);
  const variants = readItems([envelope], VARIANT, unmapped);
  return headword === undefined ? { variants } : { headword, variants };
}

function readBare(written: Written, unmapped: UnmappedFields): Entry | undefined {
  const headword = textOf(written.value);
  if (headword !== undefined) return { headword, variants: [] };
  unmapped.keepUnfit(written, ['entry'], 'is neither a text nor an object');
  return undefined;
}

const TYPE = text('type');
const RADICAL = text('radical');
const ENTRY = 'entry';
const EXTRA = 'extra';
const WARNINGS = 'warnings';
const LISTS = [CATEGORY, CLASS, FORM, TRANSLATION, EXAMPLE];

const KNOWN: ReadonlySet<string> = new Set([
  WRAPPER,
  ENTRY,
  EXTRA,
  WARNINGS,
  ...TYPE.names,
  ...RADICAL.names,
  ...LISTS.flatMap((shape) => shape.names),
]);

/** Whether a member of the content has a field, or contains members that do. */
export function isKnownMember(name: string): boolean {
  return KNOWN.has(name);
}

/**
 * The typed reading of the free JSON of an article. Total: it never throws, whatever the JSON. What has no
 * field is in `extra` (see UnmappedFields), what did not fit is named in `warnings`. All text is NFC.
 *
 * @returns a plain object; fields that are unset are absent from it
 */
export function readArticle(source: Json): ArticleContent {
  const unmapped = new UnmappedFields();
  const envelopes = envelopesOf(source);
  takeOver(envelopes, unmapped);
  keepUnknown(source, envelopes, unmapped);

  const type = readText(envelopes, TYPE, unmapped);
  const radical = readText(envelopes, RADICAL, unmapped);
  const entry = readEntry(writtenUnder(envelopes, [ENTRY]), unmapped);
  const lists = {
    categories: readItems(envelopes, CATEGORY, unmapped),
    classes: readItems(envelopes, CLASS, unmapped),
    forms: readItems(envelopes, FORM, unmapped),
    translations: readItems(envelopes, TRANSLATION, unmapped),
    examples: readItems(envelopes, EXAMPLE, unmapped),
  };
  return {
    ...(type === undefined ? {} : { type }),
    entry: withHeadword(entry, radical),
    ...lists,
    ...(radical === undefined ? {} : { radical }),
    extra: unmapped.extra,
    warnings: unmapped.warnings,
  };
}

/** Unmapped fields of an earlier reading come first, so that a second reading changes nothing. */
function takeOver(envelopes: readonly Envelope[], unmapped: UnmappedFields): void {
  for (const { name, value } of writtenUnder(envelopes, [EXTRA, WARNINGS])) {
    if (name === EXTRA && isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) unmapped.keep([key], member);
    } else if (name === WARNINGS && isJsonList(value) && value.every((item) => typeof item === 'string')) {
      for (const sentence of value) if (!isEmpty(sentence)) unmapped.warn(sentence);
    } else unmapped.keep([name], value);
  }
}

function keepUnknown(source: Json, envelopes: readonly Envelope[], unmapped: UnmappedFields): void {
  for (const { object } of envelopes) {
    const unknown = Object.entries(object).filter(([name]) => !KNOWN.has(name));
    for (const [name, value] of unknown) unmapped.keep([name], value);
  }
  const innermost = envelopes.at(-1);
  if (innermost === undefined) {
    if (!isEmpty(source)) unmapped.keepUnfit({ value: source, path: '' }, [WRAPPER], 'is not an object');
    return;
  }
  for (const wrapped of writtenUnder([innermost], [WRAPPER])) {
    unmapped.keepUnfit(wrapped, [WRAPPER], 'is not an object that could be read');
  }
}

function readText(
  envelopes: readonly Envelope[],
  member: typeof TYPE,
  unmapped: UnmappedFields,
): string | undefined {
  const { value, unfit } = readFirst(writtenUnder(envelopes, member.names), member);
  keepRest({ unfit, unknown: [] }, [], unmapped);
  return value;
}

function withHeadword(entry: Entry, radical: string | undefined): Entry {
  const [first] = entry.variants;
  const headword = entry.headword ?? (first && wordOf(first)) ?? radical ?? first?.headword;
  return headword === undefined ? entry : { headword, variants: entry.variants };
}
