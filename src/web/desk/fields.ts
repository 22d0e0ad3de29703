import { html, type Html, type Part } from '../../shared/html';
import { CSRF_FIELD } from './session';
import type { DeskContext, DeskLocale, UserError } from './desk-context';
import { jsonFaultPosition } from '../../shared/json';
import { fillText } from '../locale-texts';

/** Faults by form field. */
export type Faults = ReadonlyMap<string, Part>;

export const NO_FAULTS: Faults = new Map();

/** Returns faults by form field. Faults of no field have the name ''. */
export function faultsOf(errors: readonly UserError[], nameOf = inputPathOf): Faults {
  const faults = new Map<string, Part>();
  for (const { field, message } of errors) {
    const name = nameOf(field ?? []);
    const earlier = faults.get(name);
    faults.set(name, earlier === undefined ? message : [earlier, ' ', message]);
  }
  return faults;
}

/** Returns a path in the input without the name of the argument. */
export function inputPathOf(path: readonly string[]): string {
  return path.filter((step, i) => i > 0 || step !== 'input').join('.');
}

export function csrfField({ csrfToken }: Pick<DeskContext, 'csrfToken'>): Html {
  return hidden(CSRF_FIELD, csrfToken);
}

export function hidden(name: string, value: string | number): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

export interface FormField {
  readonly name: string;
  readonly label: Part;
  readonly value?: string | undefined;
  readonly type?: 'text' | 'password' | 'search' | 'number' | 'datetime-local' | 'area' | 'check';
  readonly hint?: Part;
  readonly isRequired?: boolean;
  /** Further attributes of the control. */
  readonly more?: Part;
}

function elementId(name: string): string {
  return `f-${name.replaceAll('.', '-')}`;
}

/** A labelled control with its fault. */
export function field(
  { name, label, type = 'text', value = '', hint, isRequired, more }: FormField,
  faults = NO_FAULTS,
): Html {
  const fault = faults.get(name);
  const id = elementId(name);
  const notes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean);
  const attributes = html`id="${id}" name="${name}" ${isRequired && html`required`}
  ${notes.length > 0 && html`aria-describedby="${notes.join(' ')}"`}
  ${fault !== undefined && html`aria-invalid="true"`} ${more}`;
  return html`<div class="field of-${type}">
    <label for="${id}">${label}</label>
    ${control(type, value, attributes)}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`;
}

/** A text with line breaks is shown in a textarea, since other inputs remove line breaks. */
function control(type: NonNullable<FormField['type']>, value: string, attributes: Html): Html {
  if (type === 'check')
    return html`<input type="checkbox" value="true" ${value === 'true' && html`checked`} ${attributes} />`;
  // Browsers ignore the first line end of a textarea.
  if (type === 'area' || value.includes('\n'))
    return html`<textarea rows="3" ${attributes}>${'\n'}${value}</textarea>`;
  return html`<input type="${type}" value="${value}" ${attributes} />`;
}

export interface Choice extends Pick<FormField, 'name' | 'label' | 'value' | 'more'> {
  readonly options: readonly (readonly [value: string, name: Part])[];
}

/** Returns a labelled select element. */
export function choice({ name, label, value = '', options, more }: Choice, faults = NO_FAULTS): Html {
  const fault = faults.get(name);
  const id = elementId(name);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${fault !== undefined && html`aria-invalid="true" aria-describedby="${id}-fault"`}
      ${more}
    >
      ${options.map(
        ([option, text]) =>
          html`<option value="${option}" ${option === value && html`selected`}>${text}</option>`,
      )}
    </select>
    ${fault !== undefined && html`<p class="fault" id="${id}-fault">${fault}</p>`}
  </div>`;
}

/** Lists the faults of a form above it, with links to the fields. */
export function faultList(
  faults: Faults,
  { desk }: DeskLocale,
  labels: Readonly<Record<string, string>> = {},
): Part {
  if (faults.size === 0) return '';
  const items = [...faults].map(
    ([name, fault]) =>
      html`<li>
        ${name === '' ? fault : html`<a href="#${elementId(name)}">${labels[name] ?? name}</a>${desk.colon} ${fault}`}
      </li>`,
  );
  return html`<div class="faults" role="alert">
    <p>${desk.notSaved}</p>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** Returns a form that consists of one button. */
export function actionForm(
  context: DeskContext,
  action: string,
  { label, fields = '', more = '' }: { label: Part; fields?: Part; more?: Part },
): Html {
  return html`<form class="action" method="post" action="${action}">
    ${csrfField(context)}${fields}<button class="plain" ${more}>${label}</button>
  </form>`;
}

/** Characters that a fault quotes. */
const QUOTED = 20;

/** Says where a text stops being JSON. The messages of `JSON.parse` are English, and often have no position. */
export function jsonFault(text: string, { desk: { faults } }: DeskLocale): Html {
  const at = jsonFaultPosition(text);
  if (text.slice(at).trim() === '') return fillText(faults.jsonEnd, {});
  const lines = text.slice(0, at).split('\n');
  return fillText(faults.json, {
    line: lines.length,
    column: (lines.at(-1) ?? '').replace(LOW_SURROGATES, '').length + 1,
    found: text.slice(at, at + QUOTED).replaceAll('\n', '↵'),
  });
}

/** The second halves of characters above U+FFFF, such as the letters of Adlam, which people count as one. */
const LOW_SURROGATES = /[\uDC00-\uDFFF]/g;
