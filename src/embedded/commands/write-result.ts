import { Int32 } from 'bson';
import { CommandError } from '../errors';
import type { Document, Value } from '../query/value';

/** What the statements of one write command came to, for its answer. */
export class WriteResult {
  n = 0;
  nModified = 0;
  private readonly upserted: Document[] = [];
  private readonly errors: Document[] = [];

  addUpserted(index: number, id: Value): void {
    this.upserted.push(
      new Map<string, Value>([
        ['index', new Int32(index)],
        ['_id', id],
      ]),
    );
  }

  addError(index: number, { code, message, extra }: CommandError): void {
    this.errors.push(
      new Map<string, Value>([
        ['index', new Int32(index)],
        ['code', new Int32(code)],
        ['errmsg', message],
        ...extra,
      ]),
    );
  }

  add(other: WriteResult): void {
    this.n += other.n;
    this.nModified += other.nModified;
    this.upserted.push(...other.upserted);
    this.errors.push(...other.errors);
  }

  get hasErrors(): boolean {
    return this.errors.length > 0;
  }

  /** @param isUpdate answers of updates have fields of their own */
  toDocument(isUpdate = false): Document {
    return new Map<string, Value>([
      ['n', new Int32(this.n)],
      ...(isUpdate ? ([['nModified', new Int32(this.nModified)]] as const) : []),
      ...(this.upserted.length > 0 ? ([['upserted', this.upserted]] as const) : []),
      ...(this.errors.length > 0 ? ([['writeErrors', this.errors]] as const) : []),
    ]);
  }
}
