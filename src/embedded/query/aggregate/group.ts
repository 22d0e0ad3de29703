import { CommandError } from '../../errors';
import { encodeField } from '../key';
import { isDocument, type Document, type Value } from '../value';
import { ACCUMULATORS, type Accumulator } from './accumulators';
import { compileExpression, type Expression } from './expression';

interface Output {
  readonly name: string;
  readonly start: () => Accumulator;
  readonly expression: Expression;
}

interface Group {
  readonly id: Value;
  readonly accumulators: readonly Accumulator[];
}

/**
 * Prepares $group; groups come in the order in which their first documents came.
 *
 * @throws CommandError with MongoDB's code for a missing _id or unknown accumulators
 */
export function compileGroup(source: Value): (documents: Iterable<Document>) => Iterable<Document> {
  if (!isDocument(source)) throw new CommandError(15947, "a group's fields must be specified in an object");
  const id = source.get('_id');
  if (id === undefined) throw new CommandError(15955, 'a group specification must include an _id');
  const idOf = compileId(id);
  const outputs = [...source]
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => outputOf(name, value));
  return (documents) => groupBy(documents, idOf, outputs);
}

/** What is missing groups as null, also in a document of one field; one of several fields leaves it out, as in MongoDB. */
function compileId(id: Value): Expression {
  const expression = compileExpression(id);
  if (!isDocument(id) || id.size !== 1) return expression;
  const ofMissing = new Map([...id.keys()].map((name) => [name, null]));
  return (document) => {
    const value = expression(document);
    return isDocument(value) && value.size === 0 ? ofMissing : value;
  };
}

function outputOf(name: string, value: Value): Output {
  if (name.includes('.')) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$'))
    throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDocument(value)) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const [entry, ...others] = value;
  if (!entry || others.length > 0)
    throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  const start = ACCUMULATORS.get(entry[0]);
  if (!start) throw new CommandError(15952, `unknown group operator '${entry[0]}'`);
  return { name, start, expression: compileExpression(entry[1]) };
}

function* groupBy(
  documents: Iterable<Document>,
  idOf: Expression,
  outputs: readonly Output[],
): Iterable<Document> {
  const groups = new Map<string, Group>();
  for (const document of documents) {
    const id = idOf(document) ?? null;
    const key = encodeField(id).toString('latin1');
    const group = groups.get(key) ?? { id, accumulators: outputs.map(({ start }) => start()) };
    groups.set(key, group);
    for (const [at, { expression }] of outputs.entries()) group.accumulators[at]?.add(expression(document));
  }
  for (const { id, accumulators } of groups.values()) {
    yield new Map([
      ['_id', id],
      ...outputs.map(({ name }, at) => [name, accumulators[at]?.result() ?? null] as const),
    ]);
  }
}
