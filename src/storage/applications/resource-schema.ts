import { isStoredAsJson } from '../../domain/chatbot/resource/stored-fields';
import { type ResourceField, resourceFieldsOf } from '../../domain/chatbot/resource/resource-fields';
import { type ResourceType, resourceTypesIn } from '../../domain/chatbot/resource/resource-types';
import type { Resource, ResourceRecord } from '../../domain/chatbot/resource/resource-record';
import { type Json, JsonText } from '../../shared/json';
import { Schema, type SchemaDefinition } from 'mongoose';
import { internalSchema, partSchema } from '../mongo/document-schema';

const JSON_FIELDS_OF_TYPE = new Map<ResourceType, readonly ResourceField[]>();

/** The resource in a stored document. */
export function resourceOf(type: ResourceType, { _id, lists = {}, ...stored }: ResourceRecord): Resource {
  const fields = JSON_FIELDS_OF_TYPE.get(type) ?? resourceFieldsOf(type.domainClass).filter(isStoredAsJson);
  JSON_FIELDS_OF_TYPE.set(type, fields);
  const object: Record<string, unknown> = stored;
  for (const { name, kind: fieldKind } of fields) {
    const text = object[name];
    // GraphQL resolves lists and parts field by field. Responses contain other free JSON as its stored text.
    if (typeof text === 'string')
      object[name] =
        fieldKind === 'objects' || fieldKind === 'part' ? (JSON.parse(text) as Json) : new JsonText(text);
  }
  return { ...object, key: _id, lists } as unknown as Resource;
}

const MONGOOSE_TYPES = new Map<ResourceField['kind'], unknown>([
  ['text', String],
  ['flag', Boolean],
  ['integer', Number],
]);

/** The schema of a resource type, from the fields that its class declares, with the indexes of its lists. */
export function resourceSchema(type: ResourceType): Schema {
  const fields = resourceFieldsOf(type.domainClass).map((field) => [
    field.name,
    isStoredAsJson(field) ? String : MONGOOSE_TYPES.get(field.kind),
  ]);
  const systemFields = { _id: String, owner: String, number: Number, block: String, publicId: String };
  const schema = internalSchema({
    ...(Object.fromEntries(fields) as SchemaDefinition),
    ...systemFields,
    lastUpdate: String,
    imported: String,
    bytes: Number,
    lists: listsSchema(type.name),
  });
  schema.index({ owner: 1, number: 1 }, { unique: true }).index({ block: 1 });
  for (const filter of type.filters) schema.index({ owner: 1, [filter]: 1, number: 1 });
  return schema;
}

/** The stored state of the lists of an object. */
export function listsSchema(owner: string): Schema {
  const state = () => partSchema({ count: Number, last: Number });
  return partSchema(Object.fromEntries(resourceTypesIn(owner).map(({ list }) => [list, state()])));
}

export function deliverySchema(): Schema {
  const names = { _id: String, applicationId: String, connector: String, messageId: String, place: String };
  const answer = { to: String, conversation: Number, reply: String, state: String, isWritten: Boolean };
  const attempts = { attempts: Number, status: Number, problem: String, nextAt: Number, owner: String };
  return internalSchema({ ...names, ...answer, ...attempts, createdAt: Date, expiresAt: Date })
    .index({ applicationId: 1, connector: 1, place: 1 })
    .index({ applicationId: 1, connector: 1, to: 1, state: 1, place: 1 })
    .index({ state: 1, nextAt: 1 })
    .index({ applicationId: 1, state: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

export function senderSchema(): Schema {
  const sender = { _id: String, applicationId: String, conversation: String, owner: String, until: Number };
  return internalSchema({ ...sender, expiresAt: Date })
    .index({ applicationId: 1 })
    .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}
