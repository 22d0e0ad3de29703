import { CommandError, refused } from '../../errors';
import { pathOf, type Path } from '../path';
import { isArray, isDocument, type Document, type Value } from '../value';

/** What an expression is worth for a document; undefined where a field is missing. */
export type Expression = (document: Document) => Value | undefined;

/**
 * Reads an expression: a constant, a field path such as '$a.b', or a document of these.
 *
 * @throws CommandError InvalidPipelineOperator for operators, NotImplemented for variables and arrays
 */
export function compileExpression(source: Value): Expression {
  if (isDocument(source)) return compileFields(source);
  if (isArray(source)) throw refused('an array in an expression');
  if (typeof source !== 'string' || !source.startsWith('$')) return () => source;
  if (source.startsWith('$$')) throw refused(`the variable ${source}`);
  const path = pathOf(source.slice(1));
  if (path.includes('')) throw new CommandError(40353, `FieldPath '${source}' has an empty name`);
  return (document) => readAt(document, path);
}

function compileFields(source: Document): Expression {
  const fields = [...source].map(([name, value]) => {
    if (name.startsWith('$')) {
      throw new CommandError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
    }
    if (name.includes('.')) throw refused(`the dotted name '${name}' in an expression`);
    return [name, compileExpression(value)] as const;
  });
  return (document) => {
    const result = new Map<string, Value>();
    for (const [name, expression] of fields) {
      const value = expression(document);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}

/** An array on the way gives the array of what its documents hold; here positions mean nothing. */
function readAt(value: Value | undefined, path: Path): Value | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isDocument(value)) return readAt(value.get(name), rest);
  if (!isArray(value)) return undefined;
  return value
    .filter(isDocument)
    .map((element) => readAt(element, path))
    .filter((found) => found !== undefined);
}
