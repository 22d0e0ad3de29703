import { ObjectId } from 'bson';
import type { Operation } from '../operation';
import { parseFilter } from '../query/filter';
import { matcherOf } from '../query/match';
import { assertValidId, type Update } from '../query/update';
import type { Document } from '../query/value';
import { Busy, Unfinished, type Writer } from './access';
import type { Collection } from './collection';
import { writeDocument, prepareDocumentWrite, readStored, toStored, type Stored } from './documents';
import { matching, type ReadSource, type Query } from './match';

/** The target of a write. */
export interface Target {
  readonly writer: Writer;
  /** The collection; undefined if it does not exist. */
  readonly collection: Collection | undefined;
  readonly operation: Operation;
}

/** The outcome for the matching documents. */
export interface Changes {
  readonly matched: number;
  /** Number of documents that were changed. */
  readonly modified: number;
  readonly first?: { readonly before: Document; readonly after: Document | undefined } | undefined;
  /** The result of an upsert. */
  readonly inserted?: Document;
}

/**
 * Stores a new document. `_id` is added if it is missing, and moved to the front.
 *
 * @param bytes the document as BSON, if it is known and `_id` is its first field
 * @throws CommandError DuplicateKey, InvalidIdField, BSONObjectTooLarge, CannotIndexParallelArrays; Busy
 */
export function insertDocument(
  { writer, collection }: Pick<Target, 'writer' | 'collection'>,
  document: Document,
  bytes?: Buffer,
): Document {
  const id = document.get('_id') ?? (document.has('_id') ? null : new ObjectId());
  assertValidId(id);
  const isFirst = document.keys().next().value === '_id';
  const whole: Document = isFirst ? document : new Map([['_id', id], ...document]);
  if (!collection) return whole;
  const after = toStored(collection, whole, isFirst ? bytes : undefined);
  writeDocument(writer, collection, prepareDocumentWrite(collection, { after }));
  return whole;
}

/** The change of matching documents. */
export interface DocumentChange {
  /** Returns the new document, the same one to change nothing, or undefined to remove it. */
  readonly change: (document: Document) => Document | undefined;
  /** The document that an upsert inserts if none matches. */
  readonly seed?: (() => Document) | undefined;
}

export const REMOVAL: DocumentChange = { change: () => undefined };

/** @param upsert the filter of an upsert, which inserts a document if none matches; undefined for other changes */
export function documentChangeOf(update: Update, upsert?: Query): DocumentChange {
  const seed = upsert && (() => update.apply(update.seed(upsert.filter), { isInsert: true }));
  return { change: (document) => update.apply(document), seed };
}

/**
 * Maximum number of searches outside a commit. After them, a statement for one document searches inside, no matter how
 * long that takes.
 */
const MAX_SEARCHES = 3;

/**
 * A statement that changes matching documents, up to the limit. It begins as one step. If its slice ends before, it
 * searches on a snapshot while others write, and changes the found documents in as many commits as necessary. Documents
 * that no longer match are skipped. An upsert remains one step, because it must know that nothing matches.
 */
export class ChangeStatement {
  /** Keys of the documents to change, from an earlier attempt or a search outside a commit. */
  private keys: readonly Buffer[] | undefined;
  private at = 0;
  private searches = 0;
  private matched = 0;
  private modified = 0;
  private first: Changes['first'];

  constructor(
    private readonly query: Query,
    private readonly documentChange: DocumentChange,
  ) {}

  /** @throws Busy, Unfinished if it must run again @throws CommandError MaxTimeMSExpired; earlier changes remain */
  run(target: Target): Changes {
    const matches = this.keys && matcherOf(parseFilter(this.query.filter));
    // All of them are known before the first change, so that no changed document is found again.
    this.keys ??= this.search(target);
    try {
      this.changeDocuments(target, matches);
    } catch (error) {
      if (error instanceof Busy && this.at === 0) this.keys = undefined;
      throw error;
    }
    const { matched, modified, first } = this;
    if (matched > 0) return { matched, modified, first };
    if (matches && this.query.limit !== 0 && this.keys.length > 0) this.searchAgain(target);
    const { seed } = this.documentChange;
    return { matched, modified, ...(seed && { inserted: insertDocument(target, seed()) }) };
  }

  private search(target: Target): readonly Buffer[] {
    const { writer: reader, collection, operation } = target;
    const search = keysOf({ reader, collection }, this.query, operation);
    for (;;) {
      const step = search.next();
      if (step.done === true) return step.value;
      operation.checkTime();
      if (this.mayYield && this.searches < MAX_SEARCHES) throw this.searchOutside(target);
    }
  }

  /** The document that was found no longer matches, but another one may. */
  private searchAgain(target: Target): never {
    this.keys = undefined;
    this.at = 0;
    throw this.searches < MAX_SEARCHES ? this.searchOutside(target) : new Unfinished();
  }

  private searchOutside({ collection, operation }: Target): Unfinished {
    this.searches++;
    return new Unfinished(async (reader) => {
      this.at = 0;
      this.keys = await operation.slices(keysOf({ reader, collection }, this.query, operation));
    });
  }

  /** @param matches absent if the keys were found in this attempt */
  private changeDocuments(
    { writer, collection, operation }: Target,
    matches?: (document: Document) => boolean,
  ): void {
    for (const { keys = [] } = this; collection && this.at < keys.length; this.at++) {
      if (this.at > 0 && this.mayYield && operation.isDue) {
        operation.checkTime();
        throw new Unfinished();
      }
      const key = keys[this.at];
      const before = key && readStored(writer, collection, key);
      if (before && matches?.(before.document) !== false) this.changeOne(writer, collection, before);
    }
  }

  private changeOne(writer: Writer, collection: Collection, before: Stored): void {
    const document = this.documentChange.change(before.document);
    const after = document === before.document ? before : document && toStored(collection, document);
    writeDocument(writer, collection, prepareDocumentWrite(collection, { before, after }));
    this.matched++;
    if (before !== after) this.modified++;
    this.first ??= { before: before.document, after: after?.document };
  }

  private get mayYield(): boolean {
    return this.documentChange.seed === undefined;
  }
}

/** The keys of the documents that match a query. Yields when the slice of the operation is over. */
function* keysOf(
  source: ReadSource,
  query: Query,
  operation: Operation,
): Generator<undefined, readonly Buffer[]> {
  const keys: Buffer[] = [];
  for (const match of matching(source, query, () => operation.isDue)) {
    if (match) keys.push(match.idKey);
    if (operation.isDue) yield undefined;
  }
  return keys;
}
