import { html, type Html } from '../html';
import { captionedTable } from './captioned-table';
import { inlineCode } from './inline-code';
import { resolved, type OpenApi, type Schema } from './openapi';

type Properties = Readonly<Record<string, Schema>>;

/** The members of a body, and of the objects within it, one line each. */
export function fieldsTable(document: OpenApi, schema: Schema, caption: string): Html {
  return captionedTable(caption, ['Member', 'Type', 'Meaning'], linesOf(document, schema, ''));
}

function linesOf(document: OpenApi, given: Schema, within: string): readonly Html[] {
  const schema = resolved(document, given);
  const choices = (schema['anyOf'] ?? []) as readonly Schema[];
  const [object] = choices.length > 0 ? choices.filter(({ type }) => type !== 'null') : [schema];
  if (object === undefined) return [];
  if (object !== schema) return linesOf(document, object, within);
  if (schema['type'] === 'array') return linesOf(document, schema['items'] as Schema, `${within}[]`);
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Properties).flatMap(([name, member]) => {
    const path = within === '' ? name : `${within}.${name}`;
    const meaning = typeof member['description'] === 'string' ? inlineCode(member['description']) : '';
    const optional = required.includes(name) ? '' : ', optional';
    return [
      html`<tr>
        <th scope="row"><code>${path}</code></th>
        <td>${typeName(document, member)}${optional}</td>
        <td>${meaning}</td>
      </tr>`,
      ...linesOf(document, member, path),
    ];
  });
}

/** The type of a value in words. */
export function typeName(document: OpenApi, given: Schema): string {
  const schema = resolved(document, given);
  const choices = schema['anyOf'] as readonly Schema[] | undefined;
  if (choices) return choices.map((choice) => typeName(document, choice)).join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values) return values.map((value) => JSON.stringify(value)).join(', ');
  const { type } = schema;
  if (type === 'array') return `list of ${typeName(document, (schema['items'] ?? {}) as Schema)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return typeof type === 'string' ? type : 'any JSON';
}
