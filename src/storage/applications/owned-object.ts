import { isStoredAsJson } from '../../domain/chatbot/owned/checked-members';
import { type Member, membersOf } from '../../domain/chatbot/owned/members';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedObject, OwnedRecord } from '../../domain/chatbot/owned/owned-record';
import type { Json } from '../../shared/json';
import { JsonText } from '../../shared/json-text';

const JSON_MEMBERS = new Map<OwnedKind, readonly Member[]>();

/** An object as the rest of the program sees it. */
export function objectOf(kind: OwnedKind, { _id, lists = {}, ...stored }: OwnedRecord): OwnedObject {
  const members = JSON_MEMBERS.get(kind) ?? membersOf(kind.type).filter(isStoredAsJson);
  JSON_MEMBERS.set(kind, members);
  const object: Record<string, unknown> = stored;
  for (const { name, kind: memberKind } of members) {
    const text = object[name];
    // Lists and parts are taken apart by GraphQL; other free JSON goes into answers as the text that it is stored as.
    if (typeof text === 'string')
      object[name] =
        memberKind === 'objects' || memberKind === 'part' ? (JSON.parse(text) as Json) : new JsonText(text);
  }
  return { ...object, key: _id, lists } as unknown as OwnedObject;
}
