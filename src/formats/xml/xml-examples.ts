import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import {
  appendChain,
  makeChain,
  readPath,
  removeChain,
  selectChains,
  writePath,
  type Visits,
  type XmlChain,
} from './xml-path';
import type { XmlScope } from './xml-rows';

/** Location and fields of the examples of a format. */
interface ExampleShape {
  /** Path of the example from its sense or entry. */
  readonly path: string;
  readonly isOfSense: boolean;
  /** Paths of fields in the example itself, which apply to all its translations. The first path is written. */
  readonly own: Readonly<Record<string, readonly string[]>>;
  /** Path of a translation from the example. */
  readonly translation: string;
  /** Paths of fields in a translation. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Converts the text of the file to the stored text. */
  readonly read?: (text: string) => string;
  /** Fields that are read if nothing is written. */
  readonly implied?: TypedItem | undefined;
}

/** Reads examples: one item per translation, or one item without a translation. */
export function xmlExamples(shape: ExampleShape): Row<XmlScope> {
  const { path, isOfSense, own, fields } = shape;
  const known = new Set([...Object.keys(own), ...Object.keys(fields)]);
  return {
    member: 'examples',
    path,
    isOfSense,
    find: ({ chain, visits }) =>
      selectChains(chain, path).flatMap((example) => new Example(shape, example, chain.length).items(visits)),
    accepts: (item) => Object.entries(item).every(([field, value]) => known.has(field) && fits(shape, value)),
    make: ({ chain }, item) => {
      const written =
        item['content'] === undefined
          ? undefined
          : selectChains(chain, path).find((example) =>
              Object.entries(own).every(
                ([field, places]) => readFirst(shape, example, places) === (item[field] ?? undefined),
              ),
            );
      const example = written ?? appendChain(chain, path);
      if (!written)
        for (const [field, [place = '']] of Object.entries(own)) writeValue(example, place, item[field]);
      addTranslation(shape, example, item);
    },
  };
}

class Example {
  constructor(
    private readonly shape: ExampleShape,
    private readonly chain: XmlChain,
    private readonly keep: number,
  ) {}

  items(visits?: Visits): readonly FoundItem[] {
    const { chain, keep, shape } = this;
    const own = this.fieldsOf(chain, shape.own, visits);
    const translations = selectChains(chain, shape.translation).filter(
      (selected) => readFirst(shape, selected, shape.fields['target'] ?? []) !== undefined,
    );
    if (translations.length === 0) return own['content'] === undefined ? [] : [this.bareItem(own)];
    let left = translations.length;
    return translations.map((translation) => ({
      item: { ...own, ...shape.implied, ...this.fieldsOf(translation, shape.fields, visits) },
      write: (field, value) => {
        const places = shape.fields[field];
        if (places === undefined) return this.writeOwn(field, value);
        const parent = translation.slice(0, -1);
        const isShared = places.some((place) => place.startsWith('../'));
        if (isShared && selectChains(parent, translation.at(-1)?.[0] ?? '').length > 1) return false;
        if (!fits(shape, value)) return false;
        writeFirst(shape, translation, { places, value });
        return true;
      },
      remove: () => {
        left -= 1;
        removeChain(translation, left === 0 ? keep : chain.length);
        if (left === 0) removeChain(chain, keep);
      },
    }));
  }

  private bareItem(item: TypedItem): FoundItem {
    const { shape, chain } = this;
    return {
      item,
      write: (field, value) => {
        const places = shape.fields[field];
        if (places === undefined) return this.writeOwn(field, value);
        if (!fits(shape, value)) return false;
        const translation =
          selectChains(chain, shape.translation)[0] ?? appendChain(chain, shape.translation);
        writeFirst(shape, translation, { places, value });
        return true;
      },
      remove: () => {
        removeChain(chain, this.keep);
      },
    };
  }

  private writeOwn(field: string, value: Json | undefined): boolean {
    const places = this.shape.own[field];
    if (places === undefined || !fits(this.shape, value)) return false;
    writeFirst(this.shape, this.chain, { places, value });
    return true;
  }

  private fieldsOf(chain: XmlChain, fields: ExampleShape['own'], visits?: Visits): TypedItem {
    const texts = Object.entries(fields).flatMap(([field, places]) => {
      const text = readFirst(this.shape, chain, places, visits);
      return text === undefined ? [] : [[field, text] as const];
    });
    return Object.fromEntries(texts);
  }
}

/** Whether a value is read as it is written. */
function fits({ read }: ExampleShape, value: Json | undefined): boolean {
  return typeof value !== 'string' || read === undefined || read(value) === value;
}

function readFirst(
  { read = (text) => text }: ExampleShape,
  chain: XmlChain,
  places: readonly string[],
  visits?: Visits,
): string | undefined {
  for (const place of places) {
    const text = readPath(chain, place, visits);
    if (text !== undefined) return read(text);
  }
  return undefined;
}

/** Writes a field at its existing path, otherwise at its first path. */
function writeFirst(
  shape: ExampleShape,
  chain: XmlChain,
  { places, value }: { readonly places: readonly string[]; readonly value: Json | undefined },
): void {
  const place =
    places.find((alternative) => readFirst(shape, chain, [alternative]) !== undefined) ?? places[0];
  if (place !== undefined) writeValue(chain, place, value);
}

/** Adds a translation to the element of its type, unless that already has the language. */
function addTranslation(shape: ExampleShape, example: XmlChain, item: TypedItem): void {
  if (item['target'] === undefined && item['lang'] === undefined) return;
  const at = shape.translation.lastIndexOf('/');
  const [outer, inner] = [shape.translation.slice(0, Math.max(0, at)), shape.translation.slice(at + 1)];
  const type = item['translationType'] ?? undefined;
  const parent =
    outer === ''
      ? example
      : (selectChains(example, outer).find(
          (group) =>
            readPath(group, '@type') === type &&
            selectChains(group, inner).every((form) => readPath(form, '@lang') !== item['lang']),
        ) ?? appendChain(example, outer));
  const translation = appendChain(parent, inner);
  for (const [field, [place = '']] of Object.entries(shape.fields))
    writeValue(translation, place, item[field]);
}

function writeValue(chain: XmlChain, path: string, value: Json | undefined): void {
  if (value === undefined || value === null) {
    if (readPath(chain, path) !== undefined) writePath(chain, path, undefined);
  } else {
    if (!path.includes('@') && path !== '') makeChain(chain, path);
    writePath(chain, path, fieldText(value));
  }
}
