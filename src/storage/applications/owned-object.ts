import { isStoredAsJson } from '../../domain/chatbot/owned/checked-members';
import { type Member, membersOf } from '../../domain/chatbot/owned/members';
import { type OwnedKind, kindsIn } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedObject, OwnedRecord } from '../../domain/chatbot/owned/owned-record';
import { type Json, JsonText } from '../../shared/json';
import { Schema, type SchemaDefinition } from 'mongoose';
import { internalSchema, partSchema } from '../mongo/document-schema';

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

const TYPES = new Map<Member['kind'], unknown>([
  ['text', String],
  ['flag', Boolean],
  ['integer', Number],
]);

/** The schema of a kind of owned objects, from the members that its class declares, with the indexes of its lists. */
export function ownedSchema(kind: OwnedKind): Schema {
  const members = membersOf(kind.type).map((member) => [
    member.name,
    isStoredAsJson(member) ? String : TYPES.get(member.kind),
  ]);
  const place = { _id: String, owner: String, number: Number, block: String, publicId: String };
  const schema = internalSchema({
    ...(Object.fromEntries(members) as SchemaDefinition),
    ...place,
    lastUpdate: String,
    imported: String,
    bytes: Number,
    lists: listsSchema(kind.name),
  });
  schema.index({ owner: 1, number: 1 }, { unique: true }).index({ block: 1 });
  for (const filter of kind.filters) schema.index({ owner: 1, [filter]: 1, number: 1 });
  return schema;
}

/** What an object keeps of the lists of its own. */
export function listsSchema(owner: string): Schema {
  const state = () => partSchema({ count: Number, last: Number });
  return partSchema(Object.fromEntries(kindsIn(owner).map(({ list }) => [list, state()])));
}
