import { isStoredAsJson } from '../../domain/chatbot/resource/checked-members';
import { type Member, membersOf } from '../../domain/chatbot/resource/members';
import { type ResourceType, resourceTypesIn } from '../../domain/chatbot/resource/resource-types';
import type { Resource, ResourceRecord } from '../../domain/chatbot/resource/resource-record';
import { type Json, JsonText } from '../../shared/json';
import { Schema, type SchemaDefinition } from 'mongoose';
import { internalSchema, partSchema } from '../mongo/document-schema';

const JSON_MEMBERS = new Map<ResourceType, readonly Member[]>();

/** An object as the rest of the program sees it. */
export function objectOf(type: ResourceType, { _id, lists = {}, ...stored }: ResourceRecord): Resource {
  const members = JSON_MEMBERS.get(type) ?? membersOf(type.domainClass).filter(isStoredAsJson);
  JSON_MEMBERS.set(type, members);
  const object: Record<string, unknown> = stored;
  for (const { name, kind: memberKind } of members) {
    const text = object[name];
    // Lists and parts are taken apart by GraphQL; other free JSON goes into answers as the text that it is stored as.
    if (typeof text === 'string')
      object[name] =
        memberKind === 'objects' || memberKind === 'part' ? (JSON.parse(text) as Json) : new JsonText(text);
  }
  return { ...object, key: _id, lists } as unknown as Resource;
}

const TYPES = new Map<Member['kind'], unknown>([
  ['text', String],
  ['flag', Boolean],
  ['integer', Number],
]);

/** The schema of a resource type, from the members that its class declares, with the indexes of its lists. */
export function resourceSchema(type: ResourceType): Schema {
  const members = membersOf(type.domainClass).map((member) => [
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
    lists: listsSchema(type.name),
  });
  schema.index({ owner: 1, number: 1 }, { unique: true }).index({ block: 1 });
  for (const filter of type.filters) schema.index({ owner: 1, [filter]: 1, number: 1 });
  return schema;
}

/** What an object keeps of the lists of its own. */
export function listsSchema(owner: string): Schema {
  const state = () => partSchema({ count: Number, last: Number });
  return partSchema(Object.fromEntries(resourceTypesIn(owner).map(({ list }) => [list, state()])));
}
