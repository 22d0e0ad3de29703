import { createHash } from 'node:crypto';
import { storedFields } from '../../domain/chatbot/resource/stored-fields';
import type { ImportedObject } from '../../domain/chatbot/application';
import {
  isResourceNumber,
  type ResourceKey,
  type ListState,
  type ResourceRecord,
  type RecordsByType,
  checkedResourceSize,
} from '../../domain/chatbot/resource/resource-record';
import { resourceTypesIn, type ResourceType } from '../../domain/chatbot/resource/resource-types';
import { MAX_NUMBER } from '../../domain/values/bounds';
import { Failure } from '../../shared/failure';
import { resourceRecord } from '../applications/heads-and-tails';

/** The documents of imported objects, and the states of their lists. */
export interface ImportedRecords {
  readonly records: RecordsByType;
  readonly lists: Readonly<Record<string, ListState>>;
}

/**
 * Returns the documents of all lists of an object, at any depth. Objects keep their numbers and identifiers.
 *
 * @throws Failure INVALID_INPUT when two objects of a list have the same name, or a number or field is invalid
 */
export function importedRecords(
  ownerKind: string,
  owner: ResourceKey,
  given: ImportedObject['lists'],
): ImportedRecords {
  const all = new Map<ResourceType, ResourceRecord[]>();
  const lists: Record<string, ListState> = {};
  for (const type of resourceTypesIn(ownerKind)) {
    let last = 0;
    const objects = given[type.list] ?? [];
    for (const object of objects) {
      const number = type.isNumbered ? (object.number ?? last + 1) : last + 1;
      last = Math.max(last, number);
      for (const [inner, records] of recordsOf(type, owner, { ...object, number })) {
        const together = all.get(inner) ?? [];
        for (const record of records) together.push(record);
        all.set(inner, together);
      }
    }
    if (objects.length > 0) lists[type.list] = { count: objects.length, last };
  }
  for (const [type, records] of all) refuseTwins(type, records);
  return { records: all, lists };
}

/** Returns the document of an object, and those of its lists. @throws Failure as `importedRecords` */
export function recordsOf(
  type: ResourceType,
  owner: ResourceKey,
  object: ImportedObject & { readonly number: number },
): RecordsByType {
  const { number, publicId, lastUpdate, fields } = object;
  refuseOddNumber(type, number);
  const record = resourceRecord(
    type,
    { owner, number, publicId },
    {
      ...storedFields(type.domainClass, fields),
      ...(lastUpdate === undefined ? {} : { lastUpdate }),
      imported: createHash('sha256').update(JSON.stringify(object)).digest('hex'),
    },
  );
  checkedResourceSize(type.domainClass, record);
  const inner = importedRecords(type.name, record._id, object.lists);
  return new Map([[type, [{ ...record, lists: inner.lists }]], ...inner.records]);
}

function refuseOddNumber({ list }: ResourceType, number: number): void {
  if (isResourceNumber(number)) return;
  throw new Failure(
    'INVALID_INPUT',
    `public_id ${number} in ${list} must be an integer from 1 to ${MAX_NUMBER}`,
  );
}

function refuseTwins(type: ResourceType, records: readonly ResourceRecord[]): void {
  const seen = new Set<ResourceKey>();
  for (const { _id, number, publicId } of records) {
    if (seen.has(_id))
      throw new Failure(
        'INVALID_INPUT',
        `public_id ${publicId ?? number} occurs more than once in ${type.list}`,
      );
    seen.add(_id);
  }
}
