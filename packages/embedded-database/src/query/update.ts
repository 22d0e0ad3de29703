import { CommandError, outsideProfile } from '../errors';
import { type Expression, parseFilter, type Test } from './filter';
import { compare } from './key';
import { isBefore, type Path } from './path';
import { changeAt } from './update/change';
import { compileOperators, isIdentical } from './update/operators';
import { type Document, isArray, isDocument, typeOf, type Value } from './value';

/**
 * The initial document of an upsert: the fields for which the filter states one value, in the order of their paths.
 *
 * @throws CommandError NotSingleValueField if the filter names a path twice, or a path within another one
 */
function seedFrom(filter: Document): Document {
  const equalities = equalitiesOf(parseFilter(filter));
  for (const [at, { path, field }] of equalities.entries()) {
    if (path[0] === '_id' && path.length > 1) {
      const message = `field at '_id' must be exactly specified, field at sub-path '${field}' found`;
      throw new CommandError('NotExactValueField', message);
    }
    const earlier = equalities.slice(0, at);
    if (earlier.some((other) => isBefore(other.path, path) || isBefore(path, other.path))) {
      const message = `cannot infer query fields to set, path '${field}' is matched twice`;
      throw new CommandError('NotSingleValueField', message);
    }
  }
  return equalities
    .toSorted((left, right) => compare(left.field, right.field))
    .reduce<Document>(
      (seed, { path, operand }) => changeAt(seed, { path, change: () => operand }),
      new Map(),
    );
}

interface Equality {
  readonly field: string;
  readonly path: Path;
  readonly operand: Value;
}

/** The conditions that must all hold. A list or an alternative with one item is the item. */
function equalitiesOf(expression: Expression): readonly Equality[] {
  if (expression.kind === 'test') {
    const { field, path, test } = expression;
    const operand = onlyValueOf(test);
    return operand === undefined ? [] : [{ field, path, operand }];
  }
  const isConjunction = expression.kind === 'and' || (expression.kind === 'or' && expression.of.length === 1);
  return isConjunction ? expression.of.flatMap(equalitiesOf) : [];
}

function onlyValueOf(test: Test): Value | undefined {
  if (test.kind === 'eq') return test.operand;
  if (test.kind !== 'in') return undefined;
  const [first, ...others] = test.operands;
  return others.every((other) => compare(other, first) === 0) ? first : undefined;
}

interface ApplyOptions {
  /** Whether the document is the seed of an upsert. */
  readonly isInsert?: boolean;
}

/** A prepared update. */
export interface Update {
  /** Whether it replaces the whole document. A replacement must not be `multi`. */
  readonly isReplacement: boolean;
  /**
   * @returns the new document, or the same one if nothing changes
   * @throws CommandError as in MongoDB, such as ImmutableField if `_id` would change
   */
  apply(document: Document, options?: ApplyOptions): Document;
  /** The document that an upsert inserts. If neither filter nor update has an `_id`, the caller adds it. */
  seed(filter: Document): Document;
}

/**
 * Prepares an update: operators, or a replacement if the first field is not an operator.
 *
 * @throws CommandError FailedToParse, BadValue, ConflictingUpdateOperators and others as in MongoDB
 */
export function compileUpdate(update: Value | undefined): Update {
  if (isArray(update)) throw outsideProfile('an update with a pipeline');
  if (!isDocument(update)) throw new CommandError('TypeMismatch', 'an update must be an object');
  const [first] = update.keys();
  if (!first?.startsWith('$')) return replacementUpdate(update);
  const change = compileOperators(update);
  return {
    isReplacement: false,
    seed: seedFrom,
    apply: (document, options) => withId(change(document, options), document.get('_id')),
  };
}

/**
 * Refuses values that cannot be an `_id`.
 *
 * @throws CommandError InvalidIdField for arrays and regular expressions, DollarPrefixedFieldName for operators
 */
export function assertValidId(id: Value): void {
  const type = typeOf(id);
  const dollar = isDocument(id) ? [...id.keys()].find((name) => name.startsWith('$')) : undefined;
  if (dollar !== undefined) {
    const message = `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  if (type !== 'array' && type !== 'regex') return;
  throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${type}`);
}

function replacementUpdate(replacement: Document): Update {
  const dollar = [...replacement.keys()].find((name) => name.startsWith('$'));
  if (dollar !== undefined) {
    const message = `The dollar ($) prefixed field '${dollar}' is not valid in a replacement`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  return {
    isReplacement: true,
    seed: () => {
      throw outsideProfile('an upsert by a replacement');
    },
    apply: (document) => {
      const id = document.get('_id') ?? null;
      const result = withId(
        replacement.has('_id') ? replacement : new Map([['_id', id], ...replacement]),
        id,
      );
      return isIdentical(result, document) ? document : result;
    },
  };
}

/** Checks that the `_id` is unchanged, and moves it to the front, where it is stored. */
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
