import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { childrenOf, isElement, textContent, type XmlChild, type XmlElement } from '../xml/xml-tree';

/** Lists of objects in JSON, and the XML elements to which they correspond. */
const OBJECTS: Readonly<Record<string, string>> = {
  senses: 'sense',
  definitions: 'definition',
  examples: 'example',
  pronunciations: 'pronunciation',
  transcriptions: 'transcription',
  inflectedForms: 'inflectedForm',
  headwordTranslations: 'headwordTranslation',
  headwordExplanations: 'headwordExplanation',
  exampleTranslations: 'exampleTranslation',
  etymologies: 'etymology',
  etymons: 'etymon',
  etymonUnits: 'etymonUnit',
  ...Object.fromEntries(
    [
      ...['definitionTypeTag', 'inflectedFormTag', 'labelTag', 'labelTypeTag', 'partOfSpeechTag'],
      ...['sourceIdentityTag', 'transcriptionSchemeTag', 'relation', 'member', 'relationType'],
      ...['memberType', 'etymonType', 'etymonLanguage'],
    ].map((name) => [`${name}s`, name]),
  ),
};

/** Lists of texts in JSON. Each text is an XML element with one attribute. */
const TEXT_LISTS: Readonly<Record<string, readonly [element: string, attribute: string]>> = {
  partsOfSpeech: ['partOfSpeech', 'tag'],
  labels: ['label', 'tag'],
  translationLanguages: ['translationLanguage', 'langCode'],
  sameAs: ['sameAs', 'uri'],
};

/** Texts in JSON that are elements in XML. All other known texts are attributes. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  ...['headword', 'text', 'indicator', 'description', 'note', 'translation', 'displayName'],
]);

const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['id', 'homographNumber', 'langCode', 'tag', 'definitionType', 'scheme', 'soundFile'],
  ...['sourceIdentity', 'sourceElaboration', 'when', 'type', 'title', 'uri', 'for', 'typeTag'],
  ...['role', 'ref', 'hint', 'scopeRestriction', 'min', 'max', 'obverseListingOrder'],
]);

/** Attributes that are numbers in JSON. */
const NUMERIC: ReadonlySet<string> = new Set(['min', 'max', 'obverseListingOrder']);

/** Element for JSON without an element of its own, stored as text. */
const JSON_ELEMENT = 'json';

/** Attribute that names the further attributes that are numbers in JSON. */
const NUMBERS = 'numbers';

/** Lists in JSON by the names of their elements. */
const LIST_ELEMENTS = new Map([
  ...Object.entries(OBJECTS).map(([list, element]) => [element, list] as const),
  ...Object.entries(TEXT_LISTS).map(([list, [element]]) => [element, list] as const),
]);

/** Converts a DMLex object in JSON to its XML element without loss, so that both syntaxes share the same rows. */
export function elementOf(name: string, object: JsonObject): XmlElement {
  const element: XmlElement = [name, {}];
  for (const [property, value] of Object.entries(object)) addProperty(element, property, value);
  return element;
}

function addProperty(element: XmlElement, property: string, value: Json): void {
  const inObjects = Object.hasOwn(OBJECTS, property) ? OBJECTS[property] : undefined;
  const inTags = Object.hasOwn(TEXT_LISTS, property) ? TEXT_LISTS[property] : undefined;
  if (typeof value === 'string' && ATTRIBUTES.has(property)) element[1][property] = value;
  else if (typeof value === 'number' && ATTRIBUTES.has(property)) {
    element[1][property] = String(value);
    if (!NUMERIC.has(property))
      element[1][NUMBERS] = [element[1][NUMBERS], property].filter(Boolean).join(' ');
  } else if (typeof value === 'string' && value !== '' && TEXT_ELEMENTS.has(property))
    element.push([property, {}, value]);
  else if (inObjects !== undefined && isFilledList(value) && value.every(isJsonObject))
    element.push(...value.map((item) => elementOf(inObjects, item)));
  else if (inTags !== undefined && isFilledList(value) && value.every((item) => typeof item === 'string'))
    element.push(...value.map((tag): XmlElement => [inTags[0], { [inTags[1]]: tag }]));
  else element.push([JSON_ELEMENT, { name: property }, JSON.stringify(value)]);
}

function isFilledList(value: Json): value is Json[] {
  return isJsonList(value) && value.length > 0;
}

/** Converts an element to its JSON object. */
export function objectOf(element: XmlElement): JsonObject {
  const [, { [NUMBERS]: numbers = '', ...attributes }] = element;
  const object: Record<string, Json> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const isNumber = NUMERIC.has(name) || numbers.split(' ').includes(name);
    if (!/^xmlns(?::|$)/u.test(name))
      object[name] = isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
  }
  for (const child of childrenOf(element).filter(isElement)) {
    const [name, attributesOfChild] = child;
    const list = LIST_ELEMENTS.get(name);
    if (name === JSON_ELEMENT)
      object[attributesOfChild['name'] ?? ''] ??= JSON.parse(textContent(child)) as Json;
    else if (list === undefined) object[name] = textContent(child);
    else {
      const before = object[list];
      const [, attribute] = TEXT_LISTS[list] ?? [];
      const item = attribute === undefined ? objectOf(child) : (attributesOfChild[attribute] ?? '');
      object[list] = [...(isJsonList(before) ? before : []), item];
    }
  }
  return object;
}

/** Removes data that DMLex has only in JSON: offsets of markers in texts, and empty lists. */
export function withoutJson([name, attributes, ...children]: XmlElement): XmlElement {
  const { [NUMBERS]: numbers, ...others } = attributes;
  return [
    name,
    numbers === undefined ? attributes : others,
    ...children.flatMap((child): XmlChild[] => {
      if (!isElement(child)) return [child];
      return child[0] === JSON_ELEMENT ? [] : [withoutJson(child)];
    }),
  ];
}

/** Orders the members of a value as they were before, so that unchanged data is written unchanged. */
export function inOrderOf(value: Json, before: Json | undefined): Json {
  if (isJsonList(value))
    return value.map((item, at) => inOrderOf(item, isJsonList(before) ? before[at] : undefined));
  if (!isJsonObject(value)) return value;
  const old = isJsonObject(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(value)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = value[name];
      return member === undefined ? [] : [[name, inOrderOf(member, old[name])] as const];
    }),
  );
}
