import { JsonPiece, type JsonSink } from './json-text';

/** Shape by which a stored value is serialized without decoding it. */
export type ValueShape =
  | { readonly kind: 'text' | 'integer' | 'boolean' | 'time' | 'json' }
  | { readonly kind: 'object'; readonly shape: ObjectShape }
  | { readonly kind: 'list'; readonly item: ValueShape; readonly isItemRequired: boolean };

/** A member of an object, with its name in the answer. */
export type MemberShape = { readonly name: string } & (
  | {
      readonly source: 'stored';
      readonly from: string;
      readonly isRequired: boolean;
      readonly value: ValueShape;
    }
  /** A part that is cut out of stored JSON. */
  | { readonly source: 'part'; readonly from: string; readonly part: string }
  /** A text that is made of stored values, which are given in the order of their names. */
  | {
      readonly source: 'made';
      readonly from: readonly string[];
      readonly make: (values: readonly unknown[]) => string;
    }
  /** A text that all objects share, unless an answer replaces it. */
  | { readonly source: 'constant'; readonly text: string }
);

/** The members of a stored object that a response contains, in order. */
export interface ObjectShape {
  readonly members: readonly MemberShape[];
}

/** Values that replace the constants of a shape, by their names in the answer. */
export type Constants = ReadonlyMap<string, unknown>;

/** An object as the database stores it. */
export interface StoredObject {
  /** Number of stored bytes. */
  readonly size: number;
  /** @throws Error when a required value is missing, which derived data never are */
  readonly write: (shape: ObjectShape, constants: Constants, sink: JsonSink) => void;
}

/** A list of stored objects, which an answer is written from directly: nothing of it is decoded. */
export class StoredList extends JsonPiece {
  constructor(
    readonly items: readonly StoredObject[],
    private readonly shape: ObjectShape,
    private readonly constants: Constants = new Map(),
  ) {
    super();
  }

  get length(): number {
    return this.items.length;
  }

  /** A little more than is stored: names are longer in answers. */
  get size(): number {
    return this.items.reduce((sum, { size }) => sum + size + 64, 64);
  }

  slice(from: number, to: number): StoredList {
    return new StoredList(this.items.slice(from, to), this.shape, this.constants);
  }

  /** The same list with other values for its constants. */
  with(constants: Constants): StoredList {
    return new StoredList(this.items, this.shape, constants);
  }

  /** The same list with fewer members. */
  only(names: ReadonlySet<string>): StoredList {
    const members = this.shape.members.filter(({ name }) => names.has(name));
    return new StoredList(this.items, { members }, this.constants);
  }

  writeJson(sink: JsonSink): void {
    sink.ascii('[');
    for (const [index, item] of this.items.entries()) {
      if (index > 0) sink.ascii(',');
      item.write(this.shape, this.constants, sink);
    }
    sink.ascii(']');
  }
}
