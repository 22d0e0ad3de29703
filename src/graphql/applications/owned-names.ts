import { OWNED_KINDS, type OwnedKind, type OwnedName } from '../../domain/chatbot/owned/owned-kinds';

/** What the operations on a kind of owned objects are called. */
export interface OwnedOperations {
  readonly read: string;
  readonly create: string;
  readonly update: string;
  readonly delete: string;
  /** Where many can be written at once. */
  readonly createMany?: string;
  readonly deleteMany?: string;
}

/** Kinds that come by the hundred. Source: the documented bulk operations. */
const PLURALS: Partial<Record<OwnedName, string>> = {
  Intent: 'Intents',
  Entity: 'Entities',
  Template: 'Templates',
};

export function operationsOn({ name }: OwnedKind): OwnedOperations {
  const plural = PLURALS[name];
  return {
    read: lowerFirst(name),
    create: `create${name}`,
    update: `update${name}`,
    delete: `delete${name}`,
    ...(plural === undefined ? {} : { createMany: `create${plural}`, deleteMany: `delete${plural}` }),
  };
}

/** The argument that names the object in whose list a kind stands. */
export function ownerArgumentName({ owner }: OwnedKind): string {
  return `${lowerFirst(owner)}Id`;
}

export const OWNED_OPERATIONS = OWNED_KINDS.map((kind) => operationsOn(kind));

function lowerFirst(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
