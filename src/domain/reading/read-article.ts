import { isJsonObject, isJsonList, type Json } from '../../shared/json';
import type { Entry, ArticleContent } from '../article/article-content';
import { text, VARIANT, CATEGORY, CLASS, EXAMPLE, FORM, TRANSLATION } from './change/item-shapes';
import { Leftovers } from './leftovers';
import { writtenUnder, type Level, type Written, isEmpty, levelsOf, WRAPPER } from './levels-of';
import { keepRest, readFirst } from './read-members';
import { readItems } from './read-items';
import { textOf, wordOf } from './values';

const HEADWORD = text('headword');
const KNOWN_OF_ENTRY: ReadonlySet<string> = new Set([...HEADWORD.names, ...VARIANT.names]);

/** Reads the first entry that fits: an object, or a bare text, which is its headword. */
function readEntry(written: readonly Written[], leftovers: Leftovers): Entry {
  let entry: Entry | undefined;
  for (const candidate of written) {
    if (entry !== undefined) leftovers.keepUnfit(candidate, ['entry'], 'is given a second time');
    else if (isJsonObject(candidate.value)) {
      entry = readObject({ object: candidate.value, path: candidate.path }, leftovers);
    } else entry = readBare(candidate, leftovers);
  }
  return entry ?? { variants: [] };
}

function readObject(level: Level, leftovers: Leftovers): Entry {
  const { value: headword, unfit } = readFirst(writtenUnder([level], HEADWORD.names), HEADWORD);
  const unknown = Object.entries(level.object).filter(([name]) => !KNOWN_OF_ENTRY.has(name));
  keepRest({ unfit, unknown }, ['entry'], leftovers);
  const variants = readItems([level], VARIANT, leftovers);
  return headword === undefined ? { variants } : { headword, variants };
}

function readBare(written: Written, leftovers: Leftovers): Entry | undefined {
  const headword = textOf(written.value);
  if (headword !== undefined) return { headword, variants: [] };
  leftovers.keepUnfit(written, ['entry'], 'is neither a text nor an object');
  return undefined;
}

const TYPE = text('type');
const RADICAL = text('radical');
const ENTRY = 'entry';
const EXTRA = 'extra';
const WARNINGS = 'warnings';
const LISTS = [CATEGORY, CLASS, FORM, TRANSLATION, EXAMPLE];

const KNOWN: ReadonlySet<string> = new Set([
  ...[WRAPPER, ENTRY, EXTRA, WARNINGS, ...TYPE.names, ...RADICAL.names],
  ...LISTS.flatMap((shape) => shape.names),
]);

/** Whether a member of the content has a field, or holds what has none. */
export function isKnownMember(name: string): boolean {
  return KNOWN.has(name);
}

/**
 * The typed reading of the free JSON of an article. Total: it never throws, whatever the JSON. What has no
 * field is in `extra` (see Leftovers), what did not fit is named in `warnings`. All text is NFC.
 *
 * @returns a plain object; fields that are unset are absent from it
 */
export function readArticle(source: Json): ArticleContent {
  const leftovers = new Leftovers();
  const levels = levelsOf(source);
  takeOver(levels, leftovers);
  keepUnknown(source, levels, leftovers);

  const type = readText(levels, TYPE, leftovers);
  const radical = readText(levels, RADICAL, leftovers);
  const entry = readEntry(writtenUnder(levels, [ENTRY]), leftovers);
  const lists = {
    categories: readItems(levels, CATEGORY, leftovers),
    classes: readItems(levels, CLASS, leftovers),
    forms: readItems(levels, FORM, leftovers),
    translations: readItems(levels, TRANSLATION, leftovers),
    examples: readItems(levels, EXAMPLE, leftovers),
  };
  return {
    ...(type === undefined ? {} : { type }),
    entry: withHeadword(entry, radical),
    ...lists,
    ...(radical === undefined ? {} : { radical }),
    extra: leftovers.extra,
    warnings: leftovers.warnings,
  };
}

/** What an earlier reading left comes first, so that reading it again changes nothing. */
function takeOver(levels: readonly Level[], leftovers: Leftovers): void {
  for (const { name, value } of writtenUnder(levels, [EXTRA, WARNINGS])) {
    if (name === EXTRA && isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) leftovers.keep([key], member);
    } else if (name === WARNINGS && isJsonList(value) && value.every((item) => typeof item === 'string')) {
      for (const sentence of value) if (!isEmpty(sentence)) leftovers.warn(sentence);
    } else leftovers.keep([name], value);
  }
}

function keepUnknown(source: Json, levels: readonly Level[], leftovers: Leftovers): void {
  for (const { object } of levels) {
    const unknown = Object.entries(object).filter(([name]) => !KNOWN.has(name));
    for (const [name, value] of unknown) leftovers.keep([name], value);
  }
  const innermost = levels.at(-1);
  if (innermost === undefined) {
    if (!isEmpty(source)) leftovers.keepUnfit({ value: source, path: '' }, [WRAPPER], 'is not an object');
    return;
  }
  for (const wrapped of writtenUnder([innermost], [WRAPPER])) {
    leftovers.keepUnfit(wrapped, [WRAPPER], 'is not an object that could be read');
  }
}

function readText(levels: readonly Level[], member: typeof TYPE, leftovers: Leftovers): string | undefined {
  const { value, unfit } = readFirst(writtenUnder(levels, member.names), member);
  keepRest({ unfit, unknown: [] }, [], leftovers);
  return value;
}

function withHeadword(entry: Entry, radical: string | undefined): Entry {
  const [first] = entry.variants;
  const headword = entry.headword ?? (first && wordOf(first)) ?? radical ?? first?.headword;
  return headword === undefined ? entry : { headword, variants: entry.variants };
}
