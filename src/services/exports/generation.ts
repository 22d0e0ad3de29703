import type { DictionaryRecord } from '../../domain/dictionary/dictionary';

/**
 * Names the history that places in the sequence of a dictionary belong to. A re-created dictionary has another number, and a
 * backup that is loaded into another database has its own history from then on.
 */
export function generationOf({ number }: Pick<DictionaryRecord, 'number'>, history: string): string {
  return `${number}-${history}`;
}
