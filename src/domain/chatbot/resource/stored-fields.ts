import { Failure } from '../../../shared/failure';
import { checkedItems, checkedMembers, invalid } from '../../../shared/faults';
import { freeJsonText, isJsonList, isJsonObject } from '../../../shared/json';
import { lengthOf, nfc } from '../../../shared/text';
import { type DomainClass, type ResourceField, resourceFieldsOf } from './resource-fields';

/** Longest text of a field, in code points. */
const MAX_FIELD_TEXT_LENGTH = 100_000;

export type FieldValues = Readonly<Record<string, unknown>>;

/** Fields that are stored as the text of their JSON. */
const AS_JSON: ReadonlySet<ResourceField['kind']> = new Set(['object', 'objects', 'loose', 'part']);

export function isStoredAsJson({ kind }: Pick<ResourceField, 'kind'>): boolean {
  return AS_JSON.has(kind);
}

/**
 * Validates the given fields of a class and returns them in their stored form, without unknown names.
 *
 * @throws Failure INVALID_INPUT or TOO_LARGE that names the field
 */
export function storedFields(type: DomainClass, values: FieldValues): FieldValues {
  const fields = resourceFieldsOf(type).filter(({ name }) => values[name] !== undefined);
  return checkedFields(fields, (field) => storedField(field, values[field.name]));
}

/** Faults name the fields of GraphQL; the result has the names of the class. */
function checkedFields(
  fields: readonly ResourceField[],
  check: (field: ResourceField) => unknown,
): FieldValues {
  const checked = checkedMembers(
    Object.fromEntries(fields.map((field) => [field.graphName, () => check(field)])),
  );
  return Object.fromEntries(fields.map(({ name, graphName }) => [name, checked[graphName]]));
}

function storedField(field: ResourceField, value: unknown): unknown {
  const checked = checkedField(field, value);
  return isStoredAsJson(field) && checked !== null ? storedJsonText(field, checked) : checked;
}

function checkedField(field: ResourceField, value: unknown): unknown {
  if (value === null) return null;
  const { graphName: name, kind, type } = field;
  if (kind === 'part' && type) return checkedPart(name, type, value);
  if (!TYPE_CHECKS[kind](value)) throw invalid([], `${name} ${COMPLAINTS[kind]}`);
  if (typeof value !== 'string') return value;
  if (lengthOf(value) > MAX_FIELD_TEXT_LENGTH)
    throw invalid([], `${name} must have at most ${MAX_FIELD_TEXT_LENGTH} characters`);
  return nfc(value);
}

/** A part stores its fields as plain JSON. The caller has set `lastUpdate` in the value. */
function checkedPart(name: string, type: DomainClass, value: unknown): FieldValues {
  if (!isJsonObject(value)) throw invalid([], `${name} ${COMPLAINTS.part}`);
  const { lastUpdate } = value;
  return {
    ...checkedFields(resourceFieldsOf(type), (field) => checkedInPart(field, value[field.name] ?? null)),
    lastUpdate: typeof lastUpdate === 'string' ? lastUpdate : null,
  };
}

/** The fields of a part are stored in the text of the part. Each is checked separately, so that a failure has its path. */
function checkedInPart(field: ResourceField, value: unknown): unknown {
  const checked = checkedField(field, value);
  if (isStoredAsJson(field) && checked !== null) storedJsonText(field, checked);
  return checked;
}

function storedJsonText({ graphName: name, kind }: ResourceField, value: unknown): string {
  try {
    if (kind === 'objects') checkedItems(value as readonly unknown[], (item) => freeJsonText(item));
    return freeJsonText(value);
  } catch (error) {
    if (error instanceof Failure) throw new Failure(error.reason, `${name}: ${error.message}`, {}, error);
    throw error;
  }
}

const TYPE_CHECKS: Readonly<Record<ResourceField['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  loose: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  object: isJsonObject,
  objects: (value) => isJsonList(value) && value.every(isJsonObject),
  part: isJsonObject,
};

const COMPLAINTS: Readonly<Record<ResourceField['kind'], string>> = {
  text: 'must be a string',
  flag: 'must be true or false',
  integer: 'must be an integer',
  loose: 'must be a string, a number or a boolean',
  object: 'must be an object',
  objects: 'must be a list of objects',
  part: 'must be an object',
};
