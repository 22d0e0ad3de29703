import { CommandError, refused } from '../errors';
import { compare } from './key';
import { compileOperators, isIdentical } from './update/operators';
import { idSeedFrom, seedFrom } from './update/seed';
import { isArray, isDocument, typeOf, type Document, type Value } from './value';

/** A prepared update. */
export interface Update {
  /** Whether it is a whole new document; such an update may not be `multi`. */
  readonly isReplacement: boolean;
  /**
   * @returns the new document, or the same one when nothing changes
   * @throws CommandError as MongoDB, such as ImmutableField when `_id` would change
   */
  apply(document: Document, options: { readonly isInsert: boolean }): Document;
  /** The document to apply an upsert to; without `_id` when neither side names it, which the caller then adds. */
  seed(filter: Document): Document;
}

/**
 * Prepares an update: operators, or a replacement when the first field is none.
 *
 * @throws CommandError FailedToParse, BadValue, ConflictingUpdateOperators and others as MongoDB
 */
export function compileUpdate(update: Value | undefined): Update {
  if (isArray(update)) throw refused('an update with a pipeline');
  if (!isDocument(update)) throw new CommandError('TypeMismatch', 'an update must be an object');
  const [first] = update.keys();
  return first?.startsWith('$') ? operatorsUpdate(update) : replacementUpdate(update);
}

/**
 * Refuses what may not be an `_id`.
 *
 * @throws CommandError InvalidIdField for arrays and regular expressions
 */
export function assertValidId(id: Value): void {
  const type = typeOf(id);
  if (type !== 'array' && type !== 'regex') return;
  throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${type}`);
}

function operatorsUpdate(update: Document): Update {
  const change = compileOperators(update);
  return {
    isReplacement: false,
    seed: seedFrom,
    apply: (document, { isInsert }) => withId(change(document, isInsert), document.get('_id')),
  };
}

function replacementUpdate(replacement: Document): Update {
  for (const name of replacement.keys()) {
    if (!name.startsWith('$')) continue;
    throw new CommandError(
      'DollarPrefixedFieldName',
      `The dollar ($) prefixed field '${name}' is not valid in a replacement`,
    );
  }
  return {
    isReplacement: true,
    seed: idSeedFrom,
    apply: (document) => {
      const id = document.get('_id');
      const kept =
        id === undefined || replacement.has('_id') ? replacement : new Map([['_id', id], ...replacement]);
      const result = withId(kept, id);
      return isIdentical(result, document) ? document : result;
    },
  };
}

/** Checks that the `_id` stayed, and puts it first, as it is stored. */
function withId(document: Document, before: Value | undefined): Document {
  const id = document.get('_id');
  if (before !== undefined && (id === undefined || compare(id, before) !== 0)) {
    const message = "Performing an update on the path '_id' would modify the immutable field '_id'";
    throw new CommandError('ImmutableField', message);
  }
  if (id === undefined) return document;
  assertValidId(id);
  return document.keys().next().value === '_id' ? document : new Map([['_id', id], ...document]);
}
