import { html, type Html } from '../../shared/html';
import { resolved, type OpenApi, type Schema } from './openapi';

/** Returns a table with a caption that scrolls horizontally if it is too wide; nothing if it has no rows. */
export function captionedTable(caption: string, columns: readonly string[], lines: readonly Html[]): Html {
  if (lines.length === 0) return html``;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

/** Converts text with backquotes around code, as in descriptions. */
export function inlineCode(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? piece : html`<code>${piece}</code>`))}`;
}

type Properties = Readonly<Record<string, Schema>>;

/** Returns the table of the members of a body and of its nested objects, one row each. */
export function fieldsTable(document: OpenApi, schema: Schema, caption: string): Html {
  return captionedTable(caption, ['Member', 'Type', 'Meaning'], fieldRows(document, schema, ''));
}

function fieldRows(document: OpenApi, schemaOrReference: Schema, parentPath: string): readonly Html[] {
  const schema = resolved(document, schemaOrReference);
  const choices = (schema['anyOf'] ?? []) as readonly Schema[];
  const [object] = choices.length > 0 ? choices.filter(({ type }) => type !== 'null') : [schema];
  if (object === undefined) return [];
  if (object !== schema) return fieldRows(document, object, parentPath);
  if (schema['type'] === 'array') return fieldRows(document, schema['items'] as Schema, `${parentPath}[]`);
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries((schema['properties'] ?? {}) as Properties).flatMap(([name, member]) => {
    const path = parentPath === '' ? name : `${parentPath}.${name}`;
    const meaning = typeof member['description'] === 'string' ? inlineCode(member['description']) : '';
    const optional = required.includes(name) ? '' : ', optional';
    return [
      html`<tr>
        <th scope="row"><code>${path}</code></th>
        <td>${typeName(document, member)}${optional}</td>
        <td>${meaning}</td>
      </tr>`,
      ...fieldRows(document, member, path),
    ];
  });
}

/** Returns the type of a value as text. */
export function typeName(document: OpenApi, schemaOrReference: Schema): string {
  const schema = resolved(document, schemaOrReference);
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
