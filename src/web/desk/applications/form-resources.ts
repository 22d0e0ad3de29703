import type { DeskLocale } from '../desk-context';

type Texts = DeskLocale['desk'];

/** A form control for a property of an object. */
export interface Property {
  /** Name in the input. */
  readonly input: string;
  /** Name of the member in the data of the page. */
  readonly from: string;
  readonly label: (desk: Texts) => string;
  readonly type?: 'check' | 'password';
  readonly isRequired?: boolean;
  /** Whether the property can only be set when the object is created. */
  readonly isFirst?: boolean;
}

/** A type of resource that generic forms create, change and delete. */
export interface FormResource {
  /** Segment of its URL after that of its owner. */
  readonly step: string;
  /** Suffix of the documents that create, change and delete it. */
  readonly document: string;
  readonly newTitle: (desk: Texts) => string;
  readonly properties: readonly Property[];
}

export function nameProperty(input: string): Property {
  return { input, from: 'name', label: (desk) => desk.ownedName, isRequired: true };
}

export const LANGUAGE_PROPERTY: Property = {
  input: 'language',
  from: 'language',
  label: (desk) => desk.fields.lang,
};

export const ACTIVE_PROPERTY: Property = {
  input: 'isActive',
  from: 'isActive',
  label: (desk) => desk.isInUse,
  type: 'check',
};

const DESCRIPTION_PROPERTY: Property = {
  input: 'description',
  from: 'description',
  label: (desk) => desk.description,
};

export const FIELD_RESOURCE = {
  step: 'fields',
  document: 'field',
  newTitle: (desk) => desk.newField,
  properties: [nameProperty('name'), DESCRIPTION_PROPERTY],
} as const satisfies FormResource;

export const CONVERSATION_RESOURCE = {
  step: 'conversations',
  document: 'conversation',
  newTitle: (desk) => desk.newConversation,
  properties: [
    { input: 'userName', from: 'userName', label: (desk) => desk.person },
    { input: 'userLanguage', from: 'userLanguage', label: (desk) => desk.fields.lang },
  ],
} as const satisfies FormResource;

export const APPLICATION_RESOURCE = {
  step: 'applications',
  document: 'application',
  newTitle: (desk) => desk.newApplication,
  properties: [
    nameProperty('name'),
    { input: 'email', from: 'email', label: (desk) => desk.email, isRequired: true },
    {
      input: 'password',
      from: 'password',
      label: (desk) => desk.password,
      type: 'password',
      isRequired: true,
      isFirst: true,
    },
    DESCRIPTION_PROPERTY,
  ],
} as const satisfies FormResource;
