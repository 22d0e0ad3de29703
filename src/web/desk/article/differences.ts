import { html, type Html, type Part } from '../../../shared/html';
import type { DeskLocale } from '../visit';
import { type ArticleState, isList, type Item, LISTS, partOf, type PartName } from './article-parts';
import { differingParts } from './article-state';

/** A part as lines of text: one for each item. */
export function partLines(state: ArticleState, part: PartName): readonly string[] {
  const value = partOf(state, part);
  if (typeof value === 'string') return value === '' ? [] : [value];
  return value.map((item) => itemLine(part, item));
}

function itemLine(part: PartName, item: Item): string {
  if (!isList(part)) return '';
  return LISTS[part]
    .filter(({ name }) => (item[name] ?? '') !== '' && !(name === 'number' && part !== 'senses'))
    .map(({ name }) => (name === 'sense' ? `(${item[name] ?? ''})` : (item[name] ?? '')))
    .join(' · ');
}

/** A member of free JSON as lines of text: one for each item of a list, or for each member of an object. */
export function jsonLines(value: unknown, names: Readonly<Record<string, string>>): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map(jsonLine);
  if (typeof value !== 'object') return [jsonLine(value)];
  return Object.entries(value).map(([name, one]) => `${names[name] ?? name}: ${jsonLine(one)}`);
}

function jsonLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(jsonLine).join(', ');
  if (typeof value === 'object' && value !== null) {
    const texts = Object.values(value).map(jsonLine);
    return texts.filter((text) => text !== '').join(' · ');
  }
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What differs between two states, part by part: lines that went and lines that came. */
export function differences(before: ArticleState, after: ArticleState, { desk }: DeskLocale): Html {
  const parts = differingParts(after, before);
  if (parts.length === 0) return html`<p>${desk.sameContent}</p>`;
  const names: Readonly<Record<string, string>> = desk.parts;
  return html`<dl class="differences">
    ${parts.map(
      (part) =>
        html`<div>
          <dt>${names[part] ?? part}</dt>
          <dd>${changedLines(partLines(before, part), partLines(after, part), desk.otherOrder)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The lines that went, and those that came. */
export function changedLines(old: readonly string[], fresh: readonly string[], otherOrder: string): Part {
  const [earlier, later] = [new Set(old), new Set(fresh)];
  const gone = old.filter((line) => !later.has(line));
  const come = fresh.filter((line) => !earlier.has(line));
  return [
    gone.length + come.length === 0 && otherOrder,
    gone.map((line) => html`<del lang="" dir="auto">${line}</del>`),
    come.map((line) => html`<ins lang="" dir="auto">${line}</ins>`),
  ];
}

/** One version of a part among others. */
export function versionRow(name: string, lines: readonly string[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>
      ${lines.length === 0 ? '–' : lines.map((line) => html`<span class="line" lang="" dir="auto">${line}</span>`)}
    </dd>
  </div>`;
}
