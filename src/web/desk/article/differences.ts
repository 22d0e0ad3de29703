import { html, type Html, type Part } from '../../../shared/html';
import type { DeskLocale } from '../desk-context';
import {
  type ArticleState,
  isList,
  type ItemState,
  LISTS,
  stateOfPart,
  type PartName,
} from './article-parts';
import { differingParts } from './article-state';

/** Returns a part as lines of text, one per item. */
export function partLines(state: ArticleState, part: PartName, { desk }: DeskLocale): readonly string[] {
  const value = stateOfPart(state, part);
  if (typeof value === 'string') return value === '' ? [] : [value];
  return value.map((item) => itemLine(part, item, desk));
}

/** Shows texts without names, and numbers and booleans with the names of their fields. */
function itemLine(part: PartName, item: ItemState, { fields, items }: DeskLocale['desk']): string {
  if (!isList(part)) return '';
  const names: Readonly<Record<string, string>> = fields;
  return LISTS[part]
    .filter(({ name }) => (item[name] ?? '') !== '' && !(name === 'number' && part !== 'senses'))
    .map(({ name, kind }) => {
      const text = item[name] ?? '';
      if (kind === 'yes') return names[name] ?? name;
      if (kind !== 'whole' && name !== 'parent') return text;
      return `${part === 'senses' && name === 'number' ? items.senses : lower(names[name] ?? name)} ${text}`;
    })
    .join(' · ');
}

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

type Names = Readonly<Record<string, string>>;

/** Returns a member of free JSON as lines of text: one per item of a list or member of an object. */
export function jsonLines(value: unknown, names: Names): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((item) => jsonLine(item, names));
  if (typeof value !== 'object') return [jsonLine(value, names)];
  return Object.entries(value).map(([name, member]) => `${names[name] ?? name}: ${jsonLine(member, names)}`);
}

/** Leaves out the names of members with texts, which are obvious. Numbers would be meaningless without names. */
function jsonLine(value: unknown, names: Names): string {
  if (Array.isArray(value)) return value.map((item) => jsonLine(item, names)).join(', ');
  if (typeof value === 'object' && value !== null) {
    const texts = Object.entries(value).map(([name, member]) => memberLine(name, member, names));
    return texts.filter((text) => text !== '').join(' · ');
  }
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function memberLine(name: string, value: unknown, names: Names): string {
  const text = jsonLine(value, names);
  return typeof value === 'number' || typeof value === 'boolean'
    ? `${lower(names[name] ?? name)} ${value === true ? '✓' : text}`
    : text;
}

/** Returns the differences between two states by part: removed and added lines. */
export function differences(before: ArticleState, after: ArticleState, locale: DeskLocale): Html {
  const { desk } = locale;
  const parts = differingParts(after, before);
  if (parts.length === 0) return html`<p>${desk.sameContent}</p>`;
  const names: Readonly<Record<string, string>> = desk.parts;
  return html`<dl class="differences">
    ${parts.map(
      (part) =>
        html`<div>
          <dt>${names[part] ?? part}</dt>
          <dd>
            ${changedLines(partLines(before, part, locale), partLines(after, part, locale), desk.otherOrder)}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** Returns removed and added lines. */
export function changedLines(old: readonly string[], fresh: readonly string[], otherOrder: string): Part {
  const [earlier, later] = [new Set(old), new Set(fresh)];
  const removed = old.filter((line) => !later.has(line));
  const added = fresh.filter((line) => !earlier.has(line));
  return [
    removed.length + added.length === 0 && otherOrder,
    removed.map((line) => html`<del lang="" dir="auto">${line}</del>`),
    added.map((line) => html`<ins lang="" dir="auto">${line}</ins>`),
  ];
}

/** Returns the table row for one of several versions of a part. */
export function versionRow(name: string, lines: readonly string[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>
      ${lines.length === 0 ? '–' : lines.map((line) => html`<span class="line" lang="" dir="auto">${line}</span>`)}
    </dd>
  </div>`;
}
