import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { lengthOf } from '../../shared/text';
import { sortedSpans, type Span, type Utterance } from './bot-project';

/**
 * An entity within an example of Rasa: `[to Dakar](city)`, `[Dakar]{"entity": "city", "role": "to"}` or
 * `[Dakar][{"entity": "city"}, {"entity": "capital"}]`.
 */
const MARKED_ENTITY =
  /\[([^[\]]+)\](?:\(([^:()[\]]+)(?::([^)[]+))?\)|(\{[^{}]+\})|\[(\{[^{}]*\}(?:,\s*\{[^{}]*\})*)\])/gu;

/** Parses an example with its entities. Malformed markup remains text. */
export function utteranceOf(example: string): Utterance {
  const spans: Span[] = [];
  let text = '';
  let last = 0;
  for (const match of example.matchAll(MARKED_ENTITY)) {
    const [whole, words = '', entity, value, object, list] = match;
    const meant =
      entity === undefined
        ? meantBy(object ?? `[${list ?? ''}]`)
        : [{ entity, ...(value === undefined ? {} : { value }) }];
    if (meant.length === 0) continue;
    text += example.slice(last, match.index);
    const start = lengthOf(text);
    text += words;
    const end = lengthOf(text);
    spans.push(...meant.map((span) => ({ start, end, ...span })));
    last = match.index + whole.length;
  }
  return { text: text + example.slice(last), spans: sortedSpans(spans) };
}

type Meaning = Omit<Span, 'start' | 'end'>;

function meantBy(json: string): readonly Meaning[] {
  try {
    const read = JSON.parse(json) as Json;
    return (isJsonList(read) ? read : [read]).filter(isJsonObject).flatMap(meaningIn);
  } catch {
    return [];
  }
}

function meaningIn({ entity, value, role, group }: JsonObject): readonly Meaning[] {
  if (typeof entity !== 'string') return [];
  return [
    {
      entity,
      ...(typeof value === 'string' ? { value } : {}),
      ...(typeof role === 'string' ? { role } : {}),
      ...(typeof group === 'string' ? { group } : {}),
    },
  ];
}

/** Writes an utterance as an example. Of overlapping entities, only the first one is marked. */
export function exampleOf({ text, spans }: Utterance): string {
  const points = Array.from(text);
  let example = '';
  let last = 0;
  for (const { start, end } of spans) {
    if (start < last) continue;
    const here = spans.filter((span) => span.start === start && span.end === end);
    const words = points.slice(start, end).join('');
    example += `${points.slice(last, start).join('')}[${words}]${markOf(here)}`;
    last = end;
  }
  return example + points.slice(last).join('');
}

function markOf(spans: readonly Span[]): string {
  const [only] = spans;
  const isPlain = spans.length === 1 && only !== undefined && Object.keys(only).length === 3;
  if (isPlain && !/[:)]/u.test(only.entity)) return `(${only.entity})`;
  const meanings = spans.map(({ entity, value, role, group }) =>
    JSON.stringify({ entity, value, role, group }).replaceAll('":"', '": "').replaceAll('","', '", "'),
  );
  return meanings.length === 1 ? (meanings[0] ?? '') : `[${meanings.join(', ')}]`;
}
