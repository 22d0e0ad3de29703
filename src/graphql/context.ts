import DataLoader from 'dataloader';
import type { Dictionary } from '../domain/dictionary/dictionary';
import type { Viewer } from '../shared/viewer';
import type { DictionaryService } from '../services/dictionary.service';

/** What a request brings to every resolver. Its loaders never outlive it. */
export interface Context {
  readonly viewer: Viewer;
  /** The largest page that this face may ask for. */
  readonly mostItems: number;
  readonly dictionaries: DataLoader<string, Dictionary | undefined>;
}

export interface ContextOrigin {
  readonly viewer: Viewer;
  readonly mostItems: number;
}

export function contextOf({ viewer, mostItems }: ContextOrigin, dictionaries: DictionaryService): Context {
  return { viewer, mostItems, dictionaries: new DataLoader((ids) => dictionaries.getMany(ids)) };
}
