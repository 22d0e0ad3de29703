import { randomUUID } from 'node:crypto';
import type { Members } from '../../domain/chatbot/owned/checked-members';
import { ownedSize } from '../../domain/chatbot/owned/owned-size';
import { membersOf } from '../../domain/chatbot/owned/members';
import { applicationOf, blockNumberOf, blockOf, type OwnedKey } from '../../domain/chatbot/owned/owned-key';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedRecord } from '../../domain/chatbot/owned/owned-record';

/** Where an object stands, and what names it there. */
export interface Place {
  readonly owner: OwnedKey;
  readonly number: number;
  readonly publicId?: string | undefined;
}

/** The document of a new object; what is not given is empty. */
export function ownedRecord(kind: OwnedKind, place: Place, members: Members): OwnedRecord {
  const { owner, number } = place;
  const publicId = kind.isNumbered ? undefined : (place.publicId ?? randomUUID());
  const empty = Object.fromEntries(membersOf(kind.type).map(({ name }) => [name, null]));
  return {
    ...empty,
    bytes: ownedSize(kind.type, members),
    lastUpdate: new Date().toISOString(),
    ...members,
    _id: keyOf(kind, place.owner, publicId ?? number),
    ...{ owner, number, block: blockOf(owner, blockNumberOf(number)) },
    ...(publicId === undefined ? {} : { publicId }),
  };
}

/** A request stands in its conversation; all else is named within the application. */
function keyOf(kind: OwnedKind, owner: OwnedKey, name: string | number): OwnedKey {
  return `${kind.owner === 'Conversation' ? owner : applicationOf(owner)}/${name}`;
}
