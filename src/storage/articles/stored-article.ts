import { mongo } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { JsonSink } from '../../shared/json-text';
import type { Constants, ObjectShape, StoredObject } from '../../shared/json-text';
import { ShapeWriter } from '../mongo/stored-json';
import type { ArticleDocument } from './article-document';

/** Writers by shape. Shapes live as long as their documents. */
const writers = new WeakMap<ObjectShape, ShapeWriter>();

interface Written {
  readonly shape: ObjectShape;
  readonly constants: Constants;
  readonly json: Buffer;
}

function isEqual(a: Constants, b: Constants): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, value] of a) if (b.get(name) !== value) return false;
  return true;
}

/** Fields that determine the position of an article in a list. */
type Decoded = 'dictionaryId' | 'number' | 'sortKey' | 'keys';

/** An article as the bytes of its document. It is decoded only for its position in a list. */
export class StoredArticle implements StoredObject, Pick<ArticleRecord, Decoded> {
  private document: ArticleDocument | undefined;

  /** The last serialisation: requests that share a page mostly serialise it in the same way. */
  private written: Written | undefined;

  constructor(private readonly bytes: Buffer) {}

  /** Encodes a document that was decoded before. */
  static of(document: ArticleDocument): StoredArticle {
    return new StoredArticle(Buffer.from(mongo.BSON.serialize(document)));
  }

  get size(): number {
    return this.bytes.length;
  }

  get dictionaryId(): string {
    return this.decoded().dictionaryId;
  }

  get number(): number {
    return this.decoded().number;
  }

  get sortKey(): string {
    return this.decoded().sortKey;
  }

  get keys(): ArticleRecord['keys'] {
    return this.decoded().keys;
  }

  write(shape: ObjectShape, constants: Constants, sink: JsonSink): void {
    const { written } = this;
    if (written?.shape === shape && isEqual(written.constants, constants)) {
      sink.json(written.json, 0, written.json.length);
      return;
    }
    const writer = writers.get(shape) ?? new ShapeWriter(shape);
    writers.set(shape, writer);
    const from = sink.size;
    writer.write(this.bytes, 0, constants, sink);
    this.written = { shape, constants, json: sink.since(from) };
  }

  private decoded(): ArticleDocument {
    this.document ??= mongo.BSON.deserialize(this.bytes) as ArticleDocument;
    return this.document;
  }
}

/** An article of a list: decoded, or as bytes for callers that only serialise it. */
export type ListedArticle = ArticleRecord | StoredArticle;
