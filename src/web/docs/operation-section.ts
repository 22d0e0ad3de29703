import { html, type Html } from '../../shared/html';
import { captionedTable, fieldsTable, typeName, inlineCode } from './fields-table';
import { resolved, type OpenApi, type Operation, type Parameter, type RouteNote } from './openapi';

export interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly aliases: readonly string[];
  readonly operation: Operation;
}

/** A path and a method: what its routes have in common, then each route. */
export function operationSection(described: DescribedOperation, document: OpenApi): Html {
  const { path, method, aliases, operation } = described;
  const body = operation.requestBody?.content['application/json'].schema;
  return html`<section class="operation">
    <h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
    ${aliases.map((alias) => html`<p class="alias">Also <code>${alias}</code></p>`)}
    <p>${needs(operation)}</p>
    ${parametersTable(operation, document)} ${body && fieldsTable(document, body, 'Request body')}
    ${operation['x-routes'].map((note) => route(note, described, document))}
  </section>`;
}

function needs({ security }: Operation): Html {
  const [first = {}] = security;
  if ('credentials' in first)
    return html`Requires a username and password: <code>Authorization: Basic …</code>.`;
  return 'token' in first ? html`Requires a token.` : html`Requires no token.`;
}

function parametersTable({ parameters }: Operation, document: OpenApi): Html {
  const lines = parameters.map((given) => {
    const { name, in: where, schema, description, required } = resolved<Parameter>(document, given);
    const kind = `${typeName(document, schema)}${required === true ? '' : ', optional'}`;
    return html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${where}</td>
      <td>${kind}</td>
      <td>${inlineCode(description)}</td>
    </tr>`;
  });
  return captionedTable('Parameters', ['Name', 'In', 'Type', 'Meaning'], lines);
}

function route(
  { id, title, request, answers }: RouteNote,
  { operation }: DescribedOperation,
  document: OpenApi,
): Html {
  const found = answers.find(({ kind }) => kind === 'found');
  const response = found && resolved(document, operation.responses[String(found.status)] ?? {});
  const media = response?.content?.['application/json'];
  const example = media?.examples?.[id]?.value;
  const schema = document.components.schemas[title.replaceAll(' ', '-')];
  return html`<article class="route" id="${id}">
    <h4><a href="#${id}">${id}</a> ${title}</h4>
    <pre
      class="request"
      tabindex="0"
      aria-label="Request of ${id}"
    ><code>${request}${bodyOf(id, operation)}</code></pre>
    <ul class="answers">
      ${answers.map(({ status, message }) => html`<li><b class="s${Math.floor(status / 100)}">${status}</b> ${message}</li>`)}
    </ul>
    <pre tabindex="0" aria-label="Example of ${id}"><code>${JSON.stringify(example, null, 2)}</code></pre>
    ${
      schema &&
      html`<details>
        <summary>Response body</summary>
        ${fieldsTable(document, schema, `Response body of ${id}`)}
      </details>`
    }
  </article>`;
}

/** The example of a body, below the address as in HTTP. */
function bodyOf(id: string, { requestBody }: Operation): string {
  const body = requestBody?.content['application/json'].examples?.[id]?.value;
  return body === undefined ? '' : `\n\n${JSON.stringify(body, null, 2)}`;
}
