import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';

/** A value inside an object with its path, such as `definition.fr` or `examples.2.text`. */
type Place = readonly [path: string, value: Json];

/** Separators of the texts of a list in one cell, the preferred one first. */
const LIST_SEPARATORS = ['|', ';'] as const;

/**
 * The columns of a list of objects. A column name is a path: member names with dots between them, and numbers from 1 for list items. A
 * list of texts is one column, whose name ends with the separator, as in `synonyms (|)`, so that its cells are read as several items.
 */
export class JsonColumns {
  /** For each list of texts, the separators that occur in its texts. */
  private readonly lists = new Map<string, Set<string>>();
  private readonly paths = new Set<string>();

  get count(): number {
    return this.paths.size;
  }

  add(object: JsonObject): void {
    for (const [path, value] of placesIn(object)) {
      this.paths.add(path);
      if (isJsonList(value)) this.lists.set(path, this.lists.get(path) ?? new Set());
      const signs = this.lists.get(path);
      if (signs) for (const one of LIST_SEPARATORS) if (textOf(value).includes(one)) signs.add(one);
    }
  }

  header(): readonly string[] {
    return [...this.paths].map((path) => this.nameOf(path));
  }

  /** Returns the cells of an object in the order of the columns. */
  cells(object: JsonObject): readonly string[] {
    const found = new Map(placesIn(object));
    return [...this.paths].map((path) => {
      const value = found.get(path) ?? null;
      return isJsonList(value) ? value.map(textOf).join(this.joinerOf(path)) : textOf(value);
    });
  }

  private nameOf(path: string): string {
    const separator = this.separatorOf(path);
    return separator === undefined ? path : `${path} (${separator})`;
  }

  /** Returns the separator of a column; `undefined` if it has no lists, or if their texts contain all separators. */
  private separatorOf(path: string): string | undefined {
    const signs = this.lists.get(path);
    return signs && LIST_SEPARATORS.find((one) => !signs.has(one));
  }

  private joinerOf(path: string): string {
    const separator = this.separatorOf(path);
    return separator === undefined ? '\n' : separator === ';' ? '; ' : ' | ';
  }
}

/** Returns a path that leads to two values: `a.b` in `{"a": {"b": 1}, "a.b": 2}`. */
export function repeatedPathIn(object: JsonObject): string | undefined {
  const seen = new Set<string>();
  for (const [path] of placesIn(object)) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  return undefined;
}

/** Returns the texts and numbers in an object, and lists of them, with their paths. Empty values are left out. */
function placesIn(object: JsonObject): readonly Place[] {
  return Object.entries(object).flatMap(([name, value]) => placesAt(name, value));
}

function placesAt(path: string, value: Json): readonly Place[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([name, member]) => placesAt(`${path}.${name}`, member));
  if (!isJsonList(value)) return textOf(value) === '' ? [] : [[path, value]];
  const items = value.filter((item) => typeof item === 'object' || textOf(item) !== '');
  if (items.every((item) => item === null || typeof item !== 'object')) {
    const texts = items.filter((item) => item !== null);
    return texts.length === 0 ? [] : [[path, texts]];
  }
  return value.flatMap((item, index) => placesAt(`${path}.${index + 1}`, item));
}

function textOf(value: Json): string {
  if (isJsonList(value)) return value.map(textOf).join('\n');
  return typeof value === 'object' ? '' : String(value);
}
