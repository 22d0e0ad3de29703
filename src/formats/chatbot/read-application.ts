import { Application, type ImportedApplication, type ImportedObject } from '../../domain/chatbot/application';
import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import { type DomainClass, resourceFieldsOf } from '../../domain/chatbot/resource/resource-fields';
import { resourceTypesIn, resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { Failure } from '../../shared/failure';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';

/**
 * Reads an application in its documented form.
 *
 * @throws Failure INVALID_INPUT with the position of the invalid value
 */
export function applicationFrom(value: Json, path: string): ImportedApplication {
  const object = objectIn(value, path);
  const { connectors = {} } = object;
  const named = Object.entries(objectIn(connectors, `${path}.connectors`));
  return {
    ...importedFrom(object, { type: Application, name: 'Application', path }),
    name: requiredText(object, 'name', path),
    email: requiredText(object, 'email', path),
    password: requiredText(object, 'password', path),
    isDisabled: object[wireName('isDisabled')] === true,
    isCompilationDisabled: object[wireName('isCompilationDisabled')] === true,
    likeCount: countIn(object, wireName('likeCount'), path),
    unlikeCount: countIn(object, wireName('unlikeCount'), path),
    connectors: Object.fromEntries(named.map(([name, settings]) => [connectorName(name), settings])),
  };
}

/** Reads a field in its documented form. @throws Failure as `applicationFrom` */
export function fieldFrom(value: Json, path: string): ImportedObject {
  return importedFrom(objectIn(value, path), {
    type: resourceTypeNamed('Field').domainClass,
    name: 'Field',
    path,
  });
}

interface ImportedForm {
  readonly type: DomainClass;
  readonly name: string;
  readonly path: string;
}

function importedFrom(object: JsonObject, { type, name, path }: ImportedForm): ImportedObject {
  const { [wireName('publicId')]: id, [wireName('lastUpdate')]: lastUpdate } = object;
  const lists = resourceTypesIn(name).map((type) => {
    const wire = wireName(type.list);
    const items = object[wire] ?? [];
    if (!isJsonList(items)) throw invalidApplication(`${path}.${wire} must be a list`);
    const read = items.map((item, index) => {
      const at = `${path}.${wire}[${index}]`;
      return importedFrom(objectIn(item, at), { type: type.domainClass, name: type.name, path: at });
    });
    return [type.list, read] as const;
  });
  return {
    number: typeof id === 'number' ? id : undefined,
    publicId: typeof id === 'string' ? id : undefined,
    lastUpdate: typeof lastUpdate === 'string' ? lastUpdate : undefined,
    fields: documentedFields(type, object),
    lists: Object.fromEntries(lists),
  };
}

/** Reads the fields of a class, or of a part of an object, by their documented names. */
function documentedFields(type: DomainClass, object: JsonObject): FieldValues {
  const fields = resourceFieldsOf(type).flatMap((field): (readonly [string, unknown])[] => {
    const value = object[wireName(field.name)];
    if (value === undefined) return [];
    if (!field.type || !isJsonObject(value)) return [[field.name, value]];
    return [
      [
        field.name,
        { ...documentedFields(field.type, value), lastUpdate: value[wireName('lastUpdate')] ?? null },
      ],
    ];
  });
  return Object.fromEntries(fields);
}

function objectIn(value: Json | undefined, path: string): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw invalidApplication(`${path} must be an object`);
  return value;
}

function requiredText(object: JsonObject, name: string, path: string): string {
  const value = object[name];
  if (typeof value !== 'string' || value === '') throw invalidApplication(`${path}.${name} must be a text`);
  return value;
}

function countIn(object: JsonObject, name: string, path: string): number {
  const value = object[name] ?? 0;
  if (!Number.isSafeInteger(value)) throw invalidApplication(`${path}.${name} must be an integer`);
  return Number(value);
}

function invalidApplication(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}

/** Names that the interface spells irregularly. */
const SPELLED: Readonly<Record<string, string>> = {
  company: 'compagny',
  compilers: 'fields_compiler',
  corpora: 'corpus',
  isActive: 'active',
  isCompilationDisabled: 'disable_compilation',
  isDisabled: 'disable_application',
  likeCount: 'like',
  number: 'public_id',
  unlikeCount: 'unlike',
};

/** Returns the documented name of a field of an application or resource. */
export function wireName(field: string): string {
  return SPELLED[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of connectors in files of earlier versions. */
const OLDER_CONNECTORS: Readonly<Record<string, string>> = {
  voiceAssistantSkills: 'voiceAssistant',
  enterpriseBotFramework: 'botFramework',
  telephonySms: 'telephony',
};

function connectorName(wire: string): string {
  const name = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return OLDER_CONNECTORS[name] ?? name;
}
