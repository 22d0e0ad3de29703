import { html, type Html } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { field, hidden } from '../fields';
import type { Form } from '../form';
import type { DeskLocale } from '../desk-context';
import { ACTIVE_PROPERTY, LANGUAGE_PROPERTY, nameProperty, type FormResource } from './form-resources';

type Texts = DeskLocale['desk'];

/** A type of resource in a field: its name, display and storage. */
export interface PartKind extends FormResource {
  readonly type: 'Intent' | 'Entity' | 'Template' | 'Corpus' | 'FieldRequest' | 'Field';
  readonly step: 'intents' | 'entities' | 'templates' | 'corpora' | 'requests' | 'components';
  readonly title: (desk: Texts) => string;
  /** Name of the input member with its content. */
  readonly content: string;
  /** Controls for its content. If they are absent or do not fit the content, it is edited as free JSON. */
  readonly controls?: (desk: Texts, json: unknown) => Html | undefined;
  readonly valueIn?: (form: Form, json: unknown) => unknown;
  /** Further input members, each with its own form. */
  readonly more?: Readonly<Partial<Record<'params' | 'html', string>>>;
}

/** The types that the page of a field lists, followed by its components, of which it has one. */
export const PART_KINDS = [
  {
    type: 'Intent',
    step: 'intents',
    document: 'intent',
    title: (desk) => desk.intents,
    newTitle: (desk) => desk.newIntent,
    properties: [nameProperty('intentName'), LANGUAGE_PROPERTY, ACTIVE_PROPERTY],
    content: 'intentUtterances',
    controls: textControls((desk) => [desk.utterances, desk.otherUtterances]),
    valueIn: submittedTexts,
    more: { params: 'intentParams' },
  },
  {
    type: 'Entity',
    step: 'entities',
    document: 'entity',
    title: (desk) => desk.entities,
    newTitle: (desk) => desk.newEntity,
    properties: [nameProperty('entityName'), LANGUAGE_PROPERTY, ACTIVE_PROPERTY],
    content: 'entityValues',
    controls: (desk, json) => (isPlainEntity(json) ? valueArea(desk, json ?? {}) : undefined),
    valueIn: (form, json) => submittedEntity(form, json as EntityJson | null),
  },
  {
    type: 'Template',
    step: 'templates',
    document: 'template',
    title: (desk) => desk.templates,
    newTitle: (desk) => desk.newTemplate,
    properties: [nameProperty('templateName'), LANGUAGE_PROPERTY, ACTIVE_PROPERTY],
    content: 'templateResponses',
    controls: textControls((desk) => [desk.answers, desk.otherAnswers]),
    valueIn: submittedTexts,
    more: { params: 'templateParams', html: 'templateHtml' },
  },
  {
    type: 'Corpus',
    step: 'corpora',
    document: 'corpus',
    title: (desk) => desk.corpora,
    newTitle: (desk) => desk.newCorpus,
    properties: [nameProperty('corpusName'), ACTIVE_PROPERTY],
    content: 'corpusContent',
  },
  {
    type: 'FieldRequest',
    step: 'requests',
    document: 'field-request',
    title: (desk) => desk.fieldRequests,
    newTitle: (desk) => desk.newRequest,
    properties: [nameProperty('requestName'), ACTIVE_PROPERTY],
    content: 'requestContent',
  },
  {
    type: 'Field',
    step: 'components',
    document: 'field',
    title: (desk) => desk.components,
    newTitle: (desk) => desk.components,
    properties: [],
    content: 'components',
  },
] as const satisfies readonly PartKind[];

/** Texts by language, as most intents and templates have them. */
type TextsByLanguage = Readonly<Record<string, readonly string[]>>;

/** Values of an entity as recognition reads them. Other members are not changed. */
interface EntityJson {
  readonly values?: readonly EntityValue[];
  readonly source?: { readonly dictionary?: string };
}

interface EntityValue {
  readonly value: string;
  readonly synonyms?: readonly string[];
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function areLines(json: unknown): json is readonly string[] {
  return Array.isArray(json) && json.every((text) => typeof text === 'string' && !text.includes('\n'));
}

/** Whether texts can be edited line by line. Otherwise they are edited as free JSON. */
function areTexts(json: unknown): json is TextsByLanguage | null {
  return json === null || (isObject(json) && Object.values(json).every(areLines));
}

/** Separator between a value and its synonyms. */
const SYNONYM_SEPARATOR = '|';

function isPlainEntity(json: unknown): json is EntityJson | null {
  if (json === null) return true;
  if (!isObject(json)) return false;
  const { values = [] } = json;
  return Array.isArray(values) && values.every(isPlainValue);
}

function isPlainValue(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { value, synonyms = [] } = json;
  return (
    areLines(synonyms) &&
    areLines([value]) &&
    ![value, ...synonyms].some((text) => String(text).includes(SYNONYM_SEPARATOR))
  );
}

function entityValueLines(entity: EntityJson | null): string {
  return (entity?.values ?? [])
    .map(({ value, synonyms = [] }) => [value, ...synonyms].join(` ${SYNONYM_SEPARATOR} `))
    .join('\n');
}

function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the texts in a form by language. */
function submittedTexts(form: Form): TextsByLanguage {
  const textsOfLanguages = form.entries().flatMap(([name, language]) => {
    const [, position] = /^language\.(\d{1,4})$/.exec(name) ?? [];
    const texts = linesIn(form.text(`texts.${position ?? ''}`));
    return position === undefined || language.trim() === '' || texts.length === 0
      ? []
      : [[language.trim(), texts] as const];
  });
  const languages = new Map<string, readonly string[]>();
  for (const [language, texts] of textsOfLanguages)
    languages.set(language, [...(languages.get(language) ?? []), ...texts]);
  return Object.fromEntries(languages);
}

/** Returns the values in a form. Other members of a value, such as its article, remain. */
function submittedEntity(form: Form, before: EntityJson | null): EntityJson {
  const earlierValues = new Map((before?.values ?? []).map((value) => [value.value, value]));
  const values = linesIn(form.text('values')).map((line) => {
    const [value = '', ...synonyms] = line.split(SYNONYM_SEPARATOR).map((text) => text.trim());
    const nonEmpty = synonyms.filter((text) => text !== '');
    const old = earlierValues.get(value);
    if (nonEmpty.length === 0 && old?.synonyms === undefined) return { ...old, value };
    return { ...old, value, synonyms: nonEmpty };
  });
  return { ...before, values };
}

function textControls(labels: (desk: Texts) => readonly [string, string]) {
  return (desk: Texts, json: unknown): Html | undefined =>
    areTexts(json) ? textAreas(desk, json ?? {}, labels(desk)) : undefined;
}

/** Returns a text area for the texts of each language, and one for another language. */
function textAreas(desk: Texts, texts: TextsByLanguage, [label, other]: readonly [string, string]): Html {
  const languages = Object.entries(texts);
  return html`${languages.map(
      ([language, lines], i) =>
        html`${hidden(`language.${String(i)}`, language)}
        ${field({
          name: `texts.${String(i)}`,
          label: `${label} (${language})`,
          value: lines.join('\n'),
          type: 'area',
          hint: desk.lineHint,
          more: html`rows="8" dir="auto" autocapitalize="off"`,
        })}`,
    )}
    <details ${languages.length === 0 && html`open`}>
      <summary>${desk.otherLanguage}</summary>
      ${field({ name: `language.${String(languages.length)}`, label: desk.fields.lang, more: html`size="6" autocapitalize="off"` })}
      ${field({ name: `texts.${String(languages.length)}`, label: other, type: 'area', hint: desk.lineHint, more: html`rows="4" dir="auto" autocapitalize="off"` })}
    </details>`;
}

function valueArea(desk: Texts, entity: EntityJson): Html {
  const dictionary = entity.source?.dictionary;
  return html`${dictionary !== undefined && html`<p>${fillText(desk.fromDictionary, { dictionary })}</p>`}
  ${field({
    name: 'values',
    label: desk.entityValues,
    value: entityValueLines(entity),
    type: 'area',
    hint: desk.entityValuesHint,
    more: html`rows="12" dir="auto" autocapitalize="off"`,
  })}`;
}
