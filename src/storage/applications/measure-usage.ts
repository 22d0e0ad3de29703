import { Application } from '../../domain/chatbot/application';
import { applicationOf, resourceSize } from '../../domain/chatbot/resource/resource-record';
import { RESOURCE_TYPES } from '../../domain/chatbot/resource/resource-types';
import {
  articleSize,
  NO_USAGE,
  sumOfUsage,
  type Usage,
  applicationUsage,
  commentUsage,
  dictionaryUsage,
  mediaUsage,
} from '../../domain/usage/usage';
import type { Models } from '../models';
import { joinedSource } from '../articles/article-document';

/** Number of documents per reply of the database. Each may have a megabyte. */
const DOCUMENTS_PER_READ = 50;

type Document = Readonly<Record<string, unknown>> & { readonly _id: unknown };

/** Documents of one collection that count towards a usage. */
interface Source {
  readonly name: keyof Models;
  readonly fields?: Readonly<Record<string, 1>>;
  readonly scopeOf: (document: Document) => string;
  readonly sizeOf: (document: Document) => number;
  /** 1 if it counts as an object, 0 if it counts in bytes only. */
  readonly objects: 0 | 1;
  /** Whether the documents store their size. */
  readonly isSizeStored: boolean;
}

const sourceOf = ({ source, original }: Document): number =>
  articleSize({
    source: typeof original === 'string' ? joinedSource(String(source), original) : String(source),
  });
const dictionaryScopeOf = ({ dictionaryId }: Document): string => dictionaryUsage(String(dictionaryId));

const mediaOf = ({ dictionaryId }: Document): string => mediaUsage(String(dictionaryId));

const USAGE_SOURCES: readonly Source[] = [
  {
    name: 'applications',
    scopeOf: ({ publicId }) => applicationUsage(String(publicId)),
    sizeOf: (application) => resourceSize(Application, application),
    objects: 0,
    isSizeStored: true,
  },
  ...RESOURCE_TYPES.map(({ collection, domainClass: type }): Source => ({
    name: collection,
    scopeOf: ({ owner }) => applicationUsage(applicationOf(String(owner))),
    sizeOf: (object) => resourceSize(type, object),
    objects: 1,
    isSizeStored: true,
  })),
  {
    name: 'articles',
    fields: { dictionaryId: 1, source: 1, original: 1 },
    scopeOf: dictionaryScopeOf,
    sizeOf: sourceOf,
    objects: 1,
    isSizeStored: false,
  },
  {
    name: 'revisions',
    fields: { dictionaryId: 1, source: 1, bytes: 1 },
    scopeOf: dictionaryScopeOf,
    sizeOf: sourceOf,
    objects: 0,
    isSizeStored: true,
  },
  {
    name: 'comments',
    fields: { dictionaryId: 1, userNumber: 1 },
    scopeOf: ({ dictionaryId, userNumber }) => commentUsage(String(dictionaryId), Number(userNumber)),
    sizeOf: () => 0,
    objects: 1,
    isSizeStored: false,
  },
  {
    name: 'media',
    fields: { dictionaryId: 1 },
    scopeOf: mediaOf,
    sizeOf: () => 0,
    objects: 1,
    isSizeStored: false,
  },
  {
    name: 'mediaFiles',
    fields: { dictionaryId: 1, bytes: 1 },
    scopeOf: mediaOf,
    sizeOf: ({ bytes }) => Number(bytes),
    objects: 0,
    isSizeStored: false,
  },
];

/** A document whose stored size is wrong. */
export interface WrongSize {
  readonly name: keyof Models;
  readonly scope: string;
  readonly _id: unknown;
  /** The stored size; `undefined` for documents from before sizes were stored. */
  readonly storedSize: unknown;
  readonly bytes: number;
}

/**
 * Measures everything that is stored and has a quota, document by document.
 *
 * @param onWrong gets each document that stores another size than it has
 * @returns the measured usage by scope
 */
export async function measureUsage(
  models: Models,
  onWrong: (wrong: WrongSize) => Promise<void>,
): Promise<Map<string, Usage>> {
  const measured = new Map<string, Usage>();
  for (const { name, fields, scopeOf, sizeOf, objects, isSizeStored } of USAGE_SOURCES) {
    const { collection } = models[name] as Models['articles'];
    const documents = collection.find({}, { projection: { ...fields }, batchSize: DOCUMENTS_PER_READ });
    for await (const document of documents as AsyncIterable<Document>) {
      const [scope, bytes] = [scopeOf(document), sizeOf(document)];
      measured.set(scope, sumOfUsage([measured.get(scope) ?? NO_USAGE, { objects, bytes }]));
      const { _id, bytes: storedBytes } = document;
      if (isSizeStored && storedBytes !== bytes)
        await onWrong({ name, scope, _id, storedSize: storedBytes, bytes });
    }
  }
  return measured;
}

/** Corrects the stored size of a document, unless the document has changed since. */
export async function correctSize(
  models: Models,
  { name, _id, storedSize: storedBytes, bytes }: WrongSize,
): Promise<void> {
  const { collection } = models[name] as Models['articles'];
  const asRead = storedBytes === undefined ? { $exists: false } : storedBytes;
  await collection.updateOne({ _id, bytes: asRead } as object, { $set: { bytes } });
}
