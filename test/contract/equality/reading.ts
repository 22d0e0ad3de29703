import type { Line } from './lines';

type Json = unknown;
type Members = Readonly<Record<string, Json>>;

export interface Translation {
  readonly content: string;
  readonly lang: string | null;
  readonly number: number;
}

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null, blank text, an empty list and an empty object count as missing. */
function isEmpty(value: Json): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The content, and what stands in its member `article`, inwards. */
function envelopesOf({ article }: Pick<Line, 'article'>): readonly Members[] {
  const envelopes: Members[] = [];
  for (let at: Json = article; isMembers(at); at = at['article']) envelopes.push(at);
  return envelopes;
}

function firstOf(envelopes: readonly Members[], ...names: string[]): Json {
  return (
    envelopes.flatMap((envelope) => names.map((name) => envelope[name])).find((value) => !isEmpty(value)) ??
    null
  );
}

/** A part as it was written, wherever it stands. */
export function partOf(line: Line, part: string): Json {
  const envelopes = envelopesOf(line);
  if (part === 'example') return firstOf(envelopes, 'examples', 'example');
  if (part !== 'form') return firstOf(envelopes, part);
  const entry = firstOf(envelopes, 'entry');
  return (
    firstOf(envelopes, 'forms', 'form') ?? (isMembers(entry) ? firstOf([entry], 'variants', 'variant') : null)
  );
}

/** A list, a bare item, or an object that has either under a name of its own. */
function itemsOf(value: Json, wrapper: string): readonly Json[] {
  const inner = isMembers(value) && wrapper in value ? value[wrapper] : value;
  return [inner].flat().filter((item) => !isEmpty(item));
}

function textOf(value: Json): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

const textIn = (item: Json): string => textOf(isMembers(item) ? item['content'] : item);

export function translationsOf(line: Line): readonly Translation[] {
  return itemsOf(firstOf(envelopesOf(line), 'translations'), 'equivalent').map((item, at) => {
    const { lang = null, number = at + 1 } = isMembers(item) ? item : {};
    return {
      content: textIn(item),
      lang: lang === null ? null : textOf(lang).toLowerCase(),
      number: Number(number),
    };
  });
}

/** The summary form of an article. */
export function summaryOf(line: Line): Members {
  const [category = null] = itemsOf(firstOf(envelopesOf(line), 'category'), 'cat').map(textIn);
  const [translation = null] = translationsOf(line).map(({ content }) => content);
  return { type: firstOf(envelopesOf(line), 'type'), category, translation };
}

/** The headword as given, else of the first variant, else the radical. */
export function headwordOf(line: Line): string {
  const envelopes = envelopesOf(line);
  const entry = firstOf(envelopes, 'entry');
  const headword = isMembers(entry) ? firstOf([entry], 'headword') : null;
  const [variant] = isMembers(entry) ? itemsOf(firstOf([entry], 'variants', 'variant'), 'variant') : [];
  const parts = isMembers(variant)
    ? ['prefix', 'radical', 'suffix'].map((name) => textOf(variant[name]))
    : [];
  return textOf(headword) || parts.join('') || textOf(firstOf(envelopes, 'radical'));
}

export function radicalOf(line: Line): string | null {
  const written = line.radical ?? (textOf(firstOf(envelopesOf(line), 'radical')) || headwordOf(line));
  return written === '' ? null : written.normalize('NFC');
}
