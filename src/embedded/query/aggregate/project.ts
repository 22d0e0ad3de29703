import { CommandError, refused } from '../../errors';
import { compileProjection } from '../project';
import { isDocument, type Document, type Value } from '../value';
import { compileExpression } from './expression';

/**
 * Prepares $project: fields taken or left out as in a find, and new ones read from others ('$field').
 *
 * @throws CommandError as compileProjection and compileExpression do
 */
export function compileProjectStage(source: Value): (document: Document) => Document {
  if (!isDocument(source)) throw new CommandError(15969, '$project specification must be an object');
  if (source.size === 0)
    throw new CommandError(51272, 'Invalid $project: projection specification must have at least one field');
  const isRead = (value: Value): boolean => typeof value === 'string';
  const fields = [...source]
    .filter(([, value]) => isRead(value))
    .map(([name, value]) => {
      if (name.includes('.')) throw refused(`the computed field '${name}'`);
      return [name, compileExpression(value)] as const;
    });
  const plain = new Map([...source].filter(([, value]) => !isRead(value)));
  if (fields.length === 0) return compileProjection(plain);
  if (source.has('_id') && !plain.has('_id')) plain.set('_id', false);
  const take = compileProjection(plain, { isInclusion: true });
  return (document) => {
    const result = new Map(take(document));
    for (const [name, expression] of fields) {
      const value = expression(document);
      if (value !== undefined) result.set(name, value);
    }
    return result;
  };
}
