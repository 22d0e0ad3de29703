import { Failure } from '../../shared/failure';
import { partSpelled, takesText, type Flag, type PartFlag } from '../table/flags';
import { isOn, type Query } from '../request/variables';

/**
 * Selects one of the candidates of a path and method by the flags of the query. A kind of data that the path does not
 * have is ignored like an unknown key; a kind of data takes precedence over the summary form.
 *
 * @param candidates by flag; the one without a flag under undefined
 * @throws Failure INVALID_INPUT when the path has kinds of data, and the query selects several
 */
export function select<T>(candidates: ReadonlyMap<Flag | undefined, T>, query: Query): T | undefined {
  const hasParts = [...candidates.keys()].some((flag) => flag !== undefined && flag !== 'resume');
  const part = hasParts ? partOf(query) : undefined;
  const fallback = candidates.get(isOn(query, 'resume') ? 'resume' : undefined) ?? candidates.get(undefined);
  return part === undefined ? fallback : (candidates.get(part) ?? fallback);
}

/**
 * The kind of data that a query selects.
 *
 * @returns the flag, or undefined when the query has none
 * @throws Failure INVALID_INPUT that names the flags when there are several
 */
function partOf(query: Query): PartFlag | undefined {
  const spellings = [...query.keys()].filter((key) => isSet(query, key));
  const [part, ...others] = new Set(spellings.map(partSpelled));
  const texts = new Set(part !== undefined && takesText(part) ? spellings.map((key) => query.get(key)) : []);
  if (others.length === 0 && texts.size <= 1) return part;
  throw new Failure(
    'INVALID_INPUT',
    `Only one of these parameters can be used at a time: ${spellings.join(', ')}`,
  );
}

function isSet(query: Query, key: string): boolean {
  const flag = partSpelled(key);
  return flag !== undefined && (takesText(flag) || isOn(query, key));
}
