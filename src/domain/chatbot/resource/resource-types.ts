import { Conversation, ConversationRequest } from '../conversation';
import { Corpus, Entity, FieldRequest, FieldsCompiler, Intent, Template } from '../field-parts';
import { Field } from '../field';
import type { DomainClass } from './resource-fields';

/** A type of object that an application owns, directly or through one of its conversations or fields. */
interface ResourceDefinition {
  /** Name of the GraphQL type. */
  readonly name: string;
  readonly domainClass: DomainClass;
  readonly collection: string;
  /** The type of the object whose list contains it, and the name of the list. */
  readonly owner: 'Application' | 'Conversation' | 'Field';
  readonly list: string;
  /** Numbered objects are identified by their number, others by a public identifier. */
  readonly isNumbered: boolean;
  /** Fields by which a list can be filtered. Each has an index. */
  readonly filters: readonly string[];
}

export const RESOURCE_TYPES = [
  {
    name: 'Conversation',
    domainClass: Conversation,
    collection: 'conversations',
    owner: 'Application',
    list: 'conversations',
    isNumbered: true,
    filters: ['userId', 'botLanguage', 'isActive'],
  },
  {
    name: 'ConversationRequest',
    domainClass: ConversationRequest,
    collection: 'conversationRequests',
    owner: 'Conversation',
    list: 'requests',
    isNumbered: true,
    filters: ['intentName', 'sessionId', 'resolved'],
  },
  {
    name: 'Field',
    domainClass: Field,
    collection: 'fields',
    owner: 'Application',
    list: 'fields',
    isNumbered: true,
    filters: ['name'],
  },
  {
    name: 'FieldsCompiler',
    domainClass: FieldsCompiler,
    collection: 'fieldsCompilers',
    owner: 'Application',
    list: 'compilers',
    isNumbered: false,
    filters: ['url'],
  },
  {
    name: 'Corpus',
    domainClass: Corpus,
    collection: 'corpora',
    owner: 'Field',
    list: 'corpora',
    isNumbered: false,
    filters: ['corpusName'],
  },
  {
    name: 'Entity',
    domainClass: Entity,
    collection: 'entities',
    owner: 'Field',
    list: 'entities',
    isNumbered: false,
    filters: ['entityName', 'language'],
  },
  {
    name: 'Intent',
    domainClass: Intent,
    collection: 'intents',
    owner: 'Field',
    list: 'intents',
    isNumbered: false,
    filters: ['intentName', 'language'],
  },
  {
    name: 'FieldRequest',
    domainClass: FieldRequest,
    collection: 'fieldRequests',
    owner: 'Field',
    list: 'requests',
    isNumbered: false,
    filters: ['requestName'],
  },
  {
    name: 'Template',
    domainClass: Template,
    collection: 'templates',
    owner: 'Field',
    list: 'templates',
    isNumbered: false,
    filters: ['templateName', 'language'],
  },
] as const satisfies readonly ResourceDefinition[];

export type ResourceTypeName = (typeof RESOURCE_TYPES)[number]['name'];
export type ResourceCollection = (typeof RESOURCE_TYPES)[number]['collection'];
export type OwnerName = ResourceDefinition['owner'];

export interface ResourceType extends ResourceDefinition {
  readonly name: ResourceTypeName;
  readonly collection: ResourceCollection;
}

const BY_NAME: ReadonlyMap<string, ResourceType> = new Map(RESOURCE_TYPES.map((type) => [type.name, type]));

export function isResourceTypeName(name: string): name is ResourceTypeName {
  return BY_NAME.has(name);
}

export function resourceTypeNamed(name: ResourceTypeName): ResourceType {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new Error(`there is no resource type ${name}`);
  return type;
}

/** The types of the lists of an object. */
export function resourceTypesIn(owner: string): readonly ResourceType[] {
  return RESOURCE_TYPES.filter((type) => type.owner === owner);
}
