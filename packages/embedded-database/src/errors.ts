import type { Document } from './query/value';

/**
 * Error codes in replies of the embedded database. Source: error_codes.yml of the MongoDB server; codes without a name
 * there are given as numbers.
 */
const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  PathNotViable: 28,
  FileNotOpen: 29,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  NotExactValueField: 111,
  WriteConflict: 112,
  CannotIndexParallelArrays: 171,
  TransactionTooOld: 225,
  NotImplemented: 238,
  SnapshotTooOld: 239,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  TransactionTooLarge: 257,
  OperationNotSupportedInTransaction: 263,
  ClientDisconnect: 279,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  DataCorruptionDetected: 302,
  DuplicateKey: 11000,
  CursorInUse: 12051,
} as const;

export type CodeName = keyof typeof ERROR_CODES;

/**
 * The error of a command, with the reply for the client.
 *
 * @param reason a name of the table, or a number that MongoDB gives no name ("Location" and the number)
 * @param extra further fields of the reply, such as keyPattern and keyValue of a duplicate key
 */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: number;
  readonly codeName: string;

  constructor(
    reason: CodeName | number,
    message: string,
    readonly extra: Document = new Map(),
  ) {
    super(message);
    this.code = typeof reason === 'number' ? reason : ERROR_CODES[reason];
    this.codeName = typeof reason === 'number' ? `Location${reason}` : reason;
  }
}

/**
 * The error for a feature of MongoDB that this engine does not have.
 *
 * @param feature the requested feature, in the client's spelling
 */
export function outsideProfile(feature: string): CommandError {
  return new CommandError('NotImplemented', `${feature} is outside the profile of the embedded database`);
}
