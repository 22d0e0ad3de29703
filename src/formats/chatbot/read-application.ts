import { Application, type ImportedApplication, type ImportedObject } from '../../domain/chatbot/application';
import type { FieldValues } from '../../domain/chatbot/resource/stored-fields';
import { type DomainClass, fieldsOf } from '../../domain/chatbot/resource/resource-fields';
import { resourceTypesIn, resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { Failure } from '../../shared/failure';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { connectorName, wireName } from './wire-names';

/**
 * An application from its documented form.
 *
 * @throws Failure INVALID_INPUT that says where the file is not in order
 */
export function applicationFrom(value: Json, place: string): ImportedApplication {
  const object = objectIn(value, place);
  const { connectors = {} } = object;
  const named = Object.entries(objectIn(connectors, `${place}.connectors`));
  return {
    ...importedFrom(object, { type: Application, name: 'Application', place }),
    name: textIn(object, 'name', place),
    email: textIn(object, 'email', place),
    password: textIn(object, 'password', place),
    isDisabled: object[wireName('isDisabled')] === true,
    isCompilationDisabled: object[wireName('isCompilationDisabled')] === true,
    likeCount: countIn(object, wireName('likeCount'), place),
    unlikeCount: countIn(object, wireName('unlikeCount'), place),
    connectors: Object.fromEntries(named.map(([name, settings]) => [connectorName(name), settings])),
  };
}

/** A field from its documented form. @throws Failure as `applicationFrom` */
export function fieldFrom(value: Json, place: string): ImportedObject {
  return importedFrom(objectIn(value, place), {
    type: resourceTypeNamed('Field').domainClass,
    name: 'Field',
    place,
  });
}

interface Reading {
  readonly type: DomainClass;
  readonly name: string;
  readonly place: string;
}

function importedFrom(object: JsonObject, { type, name, place }: Reading): ImportedObject {
  const { [wireName('publicId')]: id, [wireName('lastUpdate')]: lastUpdate } = object;
  const lists = resourceTypesIn(name).map((type) => {
    const wire = wireName(type.list);
    const items = object[wire] ?? [];
    if (!isJsonList(items)) throw invalid(`${place}.${wire} must be a list`);
    const read = items.map((item, index) => {
      const at = `${place}.${wire}[${index}]`;
      return importedFrom(objectIn(item, at), { type: type.domainClass, name: type.name, place: at });
    });
    return [type.list, read] as const;
  });
  return {
    number: typeof id === 'number' ? id : undefined,
    publicId: typeof id === 'string' ? id : undefined,
    lastUpdate: typeof lastUpdate === 'string' ? lastUpdate : undefined,
    fields: fieldsIn(type, object),
    lists: Object.fromEntries(lists),
  };
}

/** The fields of a class by their documented names; a part of an object likewise. */
function fieldsIn(type: DomainClass, object: JsonObject): FieldValues {
  const fields = fieldsOf(type).flatMap((field): (readonly [string, unknown])[] => {
    const value = object[wireName(field.name)];
    if (value === undefined) return [];
    if (!field.type || !isJsonObject(value)) return [[field.name, value]];
    return [
      [field.name, { ...fieldsIn(field.type, value), lastUpdate: value[wireName('lastUpdate')] ?? null }],
    ];
  });
  return Object.fromEntries(fields);
}

function objectIn(value: Json | undefined, place: string): JsonObject {
  if (value === undefined || !isJsonObject(value)) throw invalid(`${place} must be an object`);
  return value;
}

function textIn(object: JsonObject, name: string, place: string): string {
  const value = object[name];
  if (typeof value !== 'string' || value === '') throw invalid(`${place}.${name} must be a text`);
  return value;
}

function countIn(object: JsonObject, name: string, place: string): number {
  const value = object[name] ?? 0;
  if (!Number.isSafeInteger(value)) throw invalid(`${place}.${name} must be an integer`);
  return Number(value);
}

function invalid(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}
