import { isJsonObject } from '../../shared/json';
import { fieldText, type Row, type TypedItem } from './typed-item';

/** The word to which an identifier of a file belongs, and the number of the sense, where the word has several. */
export type RelationTarget = readonly [headword: string, sense?: number];

/** The words and senses of a file to which relations refer, by their identifiers. */
export type RelationTargets = Readonly<Record<string, RelationTarget>>;

/** Identifiers of one file that are looked up: they are kept in memory, and with the dictionary for exports. */
export const MAX_TARGETS = 100_000;

/** Reads relations that have nothing but an identifier with the word that it names. The word follows from the identifier, and is not written. */
export function withTargets<Scope>(row: Row<Scope>, targets: RelationTargets = {}): Row<Scope> {
  if (row.member !== 'relations') return row;
  const named = (item: TypedItem): TypedItem => {
    const ref = fieldText(item['ref']);
    const target = Object.hasOwn(targets, ref) ? targets[ref] : undefined;
    if (!target) return item;
    const [headword, sense] = target;
    return {
      ...item,
      target: item['target'] ?? headword,
      ...(sense === undefined ? {} : { targetSense: sense }),
    };
  };
  return {
    ...row,
    find: (scope, before) => row.find(scope, before).map((found) => ({ ...found, item: named(found.item) })),
    accepts: (item, scope) => {
      if (row.accepts(item, scope)) return true;
      const { target, targetSense, ...rest } = item;
      const derived = named(rest);
      return (
        derived['target'] === target && derived['targetSense'] === targetSense && row.accepts(rest, scope)
      );
    },
  };
}

/** Returns the targets that an export of the dictionary needs, as they were kept with it. */
export function storedTargets(stored: unknown): RelationTargets | undefined {
  return isJsonObject(stored) ? (stored as unknown as RelationTargets) : undefined;
}
