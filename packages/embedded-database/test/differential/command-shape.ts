import { isArray, isDocument, isTrue, type Document, type Value } from '../../src/query/value';

/** All documents in a value at any depth, including the value itself. */
export function documentsIn(value: Value): readonly Document[] {
  if (isArray(value)) return value.flatMap(documentsIn);
  return isDocument(value) ? [value, ...[...value.values()].flatMap(documentsIn)] : [];
}

export function hasMulti(command: Document): boolean {
  const updates = command.get('updates');
  return isArray(updates) && updates.some((update) => isDocument(update) && isTrue(update.get('multi')));
}

export function asksTwiceForNothing(filter: Document): boolean {
  const alternatives = filter.get('$or');
  const clauses = isArray(alternatives) ? alternatives.filter(isDocument).flatMap((each) => [...each]) : [];
  const isMissing = (condition: Value): boolean =>
    isDocument(condition) && condition.get('$exists') === false;
  return clauses.some(
    ([path, condition]) =>
      isMissing(condition) && clauses.some(([other, value]) => other === path && !isMissing(value)),
  );
}

export function updatesOf(command: Document): readonly Document[] {
  const { updates, update } = { updates: command.get('updates'), update: command.get('update') };
  const statements = isArray(updates) ? updates.filter(isDocument).map((each) => each.get('u')) : [];
  return [...statements, update].filter((each) => isDocument(each));
}

export function isOperators(update: Document): boolean {
  return [...update.keys()].some((name) => name.startsWith('$'));
}

export function isUpsert(command: Document): boolean {
  return documentsIn(command).some((document) => document.has('upsert'));
}

export function unsetsBelow(command: Document): boolean {
  return documentsIn(command).some((document) => {
    const unset = document.get('$unset');
    return isDocument(unset) && [...unset.keys()].some((path) => path.includes('.'));
  });
}
