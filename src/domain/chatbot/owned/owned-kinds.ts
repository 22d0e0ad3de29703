import { Conversation, ConversationRequest } from '../conversation';
import { Corpus, Entity, FieldRequest, FieldsCompiler, Intent, Template } from '../field-parts';
import { Field } from '../field';
import type { DomainClass } from './members';

/** A kind of object that an application owns, itself or through one of its conversations or fields. */
interface Kind {
  /** Name of the GraphQL type. */
  readonly name: string;
  readonly type: DomainClass;
  readonly collection: string;
  /** The kind of the object whose lists it stands in, and the name of the list. */
  readonly owner: 'Application' | 'Conversation' | 'Field';
  readonly list: string;
  /** Numbered objects are named by their number, others by a public identifier. */
  readonly isNumbered: boolean;
  /** Members by which a list can be narrowed, each with an index. */
  readonly filters: readonly string[];
}

export const OWNED_KINDS = [
  {
    name: 'Conversation',
    type: Conversation,
    collection: 'conversations',
    owner: 'Application',
    list: 'conversations',
    isNumbered: true,
    filters: ['userId', 'botLanguage', 'isActive'],
  },
  {
    name: 'ConversationRequest',
    type: ConversationRequest,
    collection: 'conversationRequests',
    owner: 'Conversation',
    list: 'requests',
    isNumbered: true,
    filters: ['intentName', 'sessionId', 'resolved'],
  },
  {
    name: 'Field',
    type: Field,
    collection: 'fields',
    owner: 'Application',
    list: 'fields',
    isNumbered: true,
    filters: ['name'],
  },
  {
    name: 'FieldsCompiler',
    type: FieldsCompiler,
    collection: 'fieldsCompilers',
    owner: 'Application',
    list: 'compilers',
    isNumbered: false,
    filters: ['url'],
  },
  {
    name: 'Corpus',
    type: Corpus,
    collection: 'corpora',
    owner: 'Field',
    list: 'corpora',
    isNumbered: false,
    filters: ['corpusName'],
  },
  {
    name: 'Entity',
    type: Entity,
    collection: 'entities',
    owner: 'Field',
    list: 'entities',
    isNumbered: false,
    filters: ['entityName', 'language'],
  },
  {
    name: 'Intent',
    type: Intent,
    collection: 'intents',
    owner: 'Field',
    list: 'intents',
    isNumbered: false,
    filters: ['intentName', 'language'],
  },
  {
    name: 'FieldRequest',
    type: FieldRequest,
    collection: 'fieldRequests',
    owner: 'Field',
    list: 'requests',
    isNumbered: false,
    filters: ['requestName'],
  },
  {
    name: 'Template',
    type: Template,
    collection: 'templates',
    owner: 'Field',
    list: 'templates',
    isNumbered: false,
    filters: ['templateName', 'language'],
  },
] as const satisfies readonly Kind[];

export type OwnedName = (typeof OWNED_KINDS)[number]['name'];
export type OwnedCollection = (typeof OWNED_KINDS)[number]['collection'];
export type OwnerName = Kind['owner'];

export interface OwnedKind extends Kind {
  readonly name: OwnedName;
  readonly collection: OwnedCollection;
}

const BY_NAME: ReadonlyMap<string, OwnedKind> = new Map(OWNED_KINDS.map((kind) => [kind.name, kind]));

export function isOwnedName(name: string): name is OwnedName {
  return BY_NAME.has(name);
}

export function ownedKind(name: OwnedName): OwnedKind {
  const kind = BY_NAME.get(name);
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}

/** The kinds whose objects stand in lists of an object. */
export function kindsIn(owner: string): readonly OwnedKind[] {
  return OWNED_KINDS.filter((kind) => kind.owner === owner);
}
