import { html, type Html } from '../../shared/html';
import type { Free, FreeObject } from './data';

/** Most lines that are shown; writers may keep whole tables beside an article. */
const MOST_LINES = 100;

/** What a writer keeps in an article beyond what the typed reading knows: a line for each value, named by its place. */
export function freeMembers(extra: FreeObject): Html | undefined {
  const lines = linesOf(extra, []).slice(0, MOST_LINES);
  if (lines.length === 0) return undefined;
  return html`<dl class="free">
    ${lines.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd lang="">${value}</dd>
        </div>`,
    )}
  </dl>`;
}

type Line = readonly [name: string, value: string];

function linesOf(value: Free, place: readonly string[]): readonly Line[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [[nameOf(place), String(value)]];
  if (!isList(value))
    return Object.entries(value).flatMap(([name, member]) => linesOf(member, [...place, name]));
  if (value.every((item) => typeof item !== 'object')) return textLine(value.map(String), place);
  return value.flatMap((item, i) => linesOf(item, [...place, String(i)]));
}

function isList(value: Free): value is readonly Free[] {
  return Array.isArray(value);
}

function textLine(texts: readonly string[], place: readonly string[]): readonly Line[] {
  return texts.length === 0 ? [] : [[nameOf(place), texts.join('; ')]];
}

/** Positions are counted from 1 for people. */
function nameOf(place: readonly string[]): string {
  return place
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step.replaceAll('_', ' ')))
    .join(' › ');
}
