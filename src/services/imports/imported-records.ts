import { createHash } from 'node:crypto';
import { storedMembers } from '../../domain/chatbot/owned/checked-members';
import type { ImportedObject } from '../../domain/chatbot/application';
import {
  isOwnedNumber,
  type OwnedKey,
  type ListState,
  type OwnedRecord,
  type RecordsByKind,
  checkedOwnedSize,
} from '../../domain/chatbot/owned/owned-record';
import { kindsIn, type OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import { MAX_NUMBER } from '../../domain/values/bounds';
import { Failure } from '../../shared/failure';
import { ownedRecord } from '../applications/heads-and-tails';

/** The documents of imported objects, and the state of the lists in which they stand. */
export interface ImportedRecords {
  readonly records: RecordsByKind;
  readonly lists: Readonly<Record<string, ListState>>;
}

/**
 * The documents of all lists of an object, at any depth. Objects keep the numbers and identifiers that they bring.
 *
 * @throws Failure INVALID_INPUT when two of a list have one name, or a number or a member is not in order
 */
export function importedRecords(
  ownerKind: string,
  owner: OwnedKey,
  given: ImportedObject['lists'],
): ImportedRecords {
  const all = new Map<OwnedKind, OwnedRecord[]>();
  const lists: Record<string, ListState> = {};
  for (const kind of kindsIn(ownerKind)) {
    let last = 0;
    const objects = given[kind.list] ?? [];
    for (const object of objects) {
      const number = kind.isNumbered ? (object.number ?? last + 1) : last + 1;
      last = Math.max(last, number);
      for (const [inner, records] of recordsOf(kind, owner, { ...object, number })) {
        const together = all.get(inner) ?? [];
        for (const record of records) together.push(record);
        all.set(inner, together);
      }
    }
    if (objects.length > 0) lists[kind.list] = { count: objects.length, last };
  }
  for (const [kind, records] of all) refuseTwins(kind, records);
  return { records: all, lists };
}

/** The document of one object, and those of its lists. @throws Failure as `importedRecords` */
export function recordsOf(
  kind: OwnedKind,
  owner: OwnedKey,
  object: ImportedObject & { readonly number: number },
): RecordsByKind {
  const { number, publicId, lastUpdate, members } = object;
  refuseOddNumber(kind, number);
  const record = ownedRecord(
    kind,
    { owner, number, publicId },
    {
      ...storedMembers(kind.type, members),
      ...(lastUpdate === undefined ? {} : { lastUpdate }),
      imported: createHash('sha256').update(JSON.stringify(object)).digest('hex'),
    },
  );
  checkedOwnedSize(kind.type, record);
  const inner = importedRecords(kind.name, record._id, object.lists);
  return new Map([[kind, [{ ...record, lists: inner.lists }]], ...inner.records]);
}

function refuseOddNumber({ list }: OwnedKind, number: number): void {
  if (isOwnedNumber(number)) return;
  throw new Failure(
    'INVALID_INPUT',
    `public_id ${number} in ${list} must be an integer from 1 to ${MAX_NUMBER}`,
  );
}

function refuseTwins(kind: OwnedKind, records: readonly OwnedRecord[]): void {
  const seen = new Set<OwnedKey>();
  for (const { _id, number, publicId } of records) {
    if (seen.has(_id))
      throw new Failure(
        'INVALID_INPUT',
        `public_id ${publicId ?? number} occurs more than once in ${kind.list}`,
      );
    seen.add(_id);
  }
}
