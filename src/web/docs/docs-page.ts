import { html, type Html } from '../../shared/html';
import { type HtmlPage, type PageContext, sendPage } from '../layout';
import { inlineCode, captionedTable, fieldsTable, typeName } from './fields-table';
import { type OpenApi, type Operation, resolved, type Parameter, type RouteNote } from './openapi';
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { lazily, publishedFile } from '../assets';
import { localeTextsFor } from '../texts/locales';

interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly aliases: readonly string[];
  readonly operation: Operation;
}

/** Returns the section of a path and method: what its routes share, then each route. */
function operationSection(described: DescribedOperation, document: OpenApi): Html {
  const { path, method, aliases, operation } = described;
  const body = operation.requestBody?.content['application/json'].schema;
  return html`<section class="operation">
    <h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
    ${aliases.map((alias) => html`<p class="alias">Also <code>${alias}</code></p>`)}
    <p>${needs(operation)}</p>
    ${parametersTable(described, document)}
    ${body && fieldsTable(document, body, `Request body of ${method.toUpperCase()} ${path}`)}
    ${operation['x-routes'].map((note) => route(note, described, document))}
  </section>`;
}

function needs({ security }: Operation): Html {
  const [first = {}] = security;
  if ('credentials' in first)
    return html`Requires a username and password: <code>Authorization: Basic …</code>.`;
  return 'token' in first ? html`Requires a token.` : html`Requires no token.`;
}

function parametersTable({ path, method, operation }: DescribedOperation, document: OpenApi): Html {
  const lines = operation.parameters.map((parameter) => {
    const { name, in: where, schema, description, required } = resolved<Parameter>(document, parameter);
    const kind = `${typeName(document, schema)}${required === true ? '' : ', optional'}`;
    return html`<tr>
      <th scope="row"><code>${name}</code></th>
      <td>${where}</td>
      <td>${kind}</td>
      <td>${inlineCode(description)}</td>
    </tr>`;
  });
  return captionedTable(
    `Parameters of ${method.toUpperCase()} ${path}`,
    ['Name', 'In', 'Type', 'Meaning'],
    lines,
  );
}

function route(
  { id, title, request, responses }: RouteNote,
  { operation }: DescribedOperation,
  document: OpenApi,
): Html {
  const success = responses.find(({ kind }) => kind === 'found');
  const response = success && resolved(document, operation.responses[String(success.status)] ?? {});
  const media = response?.content?.['application/json'];
  const example = media?.examples?.[id]?.value;
  const schema = document.components.schemas[title.replaceAll(' ', '-')];
  return html`<article class="route" id="${id}">
    <h4><a href="#${id}">${id}</a> ${title}</h4>
    <pre
      class="request"
      tabindex="0"
      role="region"
      aria-label="Request of ${id}"
    ><code>${request}${exampleBody(id, operation)}</code></pre>
    <ul class="responses">
      ${responses.map(({ status, message }) => html`<li><b class="s${Math.floor(status / 100)}">${status}</b> ${message}</li>`)}
    </ul>
    ${
      example !== undefined &&
      html`<pre
        tabindex="0"
        role="region"
        aria-label="Example of ${id}"
      ><code>${JSON.stringify(example, null, 2)}</code></pre>`
    }
    ${
      schema &&
      html`<details>
        <summary>Response body</summary>
        ${fieldsTable(document, schema, `Response body of ${id}`)}
      </details>`
    }
  </article>`;
}

/** Returns the example of a body below the URL, as in HTTP. */
function exampleBody(id: string, { requestBody }: Operation): string {
  const body = requestBody?.content['application/json'].examples?.[id]?.value;
  return body === undefined ? '' : `\n\n${JSON.stringify(body, null, 2)}`;
}

/** URL path of the page. */
const DOCS = '/docs';

/** URL path of the OpenAPI document. */
const DOCS_FILE = `${DOCS}/openapi.json`;
const OPERATIONS_FILE = `${DOCS}/openapi-operations.json`;

/** Returns the page that documents the REST routes. */
function docsPage(document: OpenApi): HtmlPage {
  const operations = operationsIn(document);
  const tags = document.tags.map(({ name }) => name);
  return {
    title: 'REST API',
    section: DOCS,
    style: 'docs-style.css',
    main: html`<div class="docs">
      <div class="introduction">
        <h1>REST API</h1>
        ${introduction(document)}
      </div>
      <nav class="contents" aria-label="Routes">${tags.map((tag) => contents(tag, operations))}</nav>
      <div class="routes">${tags.map((tag) => tagSection(tag, operations, document))}</div>
    </div>`,
  };
}

function operationsIn({ paths }: OpenApi): readonly DescribedOperation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const aliasesOf = (path: string, method: string) =>
    all
      .filter((described) => described.operation['x-alias-of'] === path && described.method === method)
      .map((described) => described.path);
  return all
    .filter(({ operation }) => operation['x-alias-of'] === undefined)
    .map((described) => ({ ...described, aliases: aliasesOf(described.path, described.method) }));
}

function introduction({ info }: OpenApi): Html {
  const paragraphs = info.description.split('\n\n').map((text) => html`<p>${inlineCode(text)}</p>`);
  return html`${paragraphs}
    <p>
      <a href="${DOCS_FILE}" download>openapi.json</a> is the machine-readable description in OpenAPI 3.1.
      <a href="${OPERATIONS_FILE}" download>openapi-operations.json</a> has an operation for each route, for
      programs that generate clients.
    </p>
    <h2>Tokens</h2>
    <p>
      Send the token in the header <code>X-Access-Token</code>. <a href="#B37">B37</a> returns a token for a
      user, valid for 30 minutes, and <a href="#A4">A4</a> one for an application.
    </p>
    <h2>Errors</h2>
    <p>
      An error response has a body with <code>message</code>, <code>status</code>, <code>uri</code>,
      <code>code</code> (a stable error code, the same as in GraphQL) and <code>request_id</code>. In addition
      to the responses listed here, any route can return 400 for a malformed request, 405 with
      <code>Allow</code>, 413, 415, 429 and 503 with <code>Retry-After</code>, and 500.
    </p>`;
}

function contents(tag: string, operations: readonly DescribedOperation[]): Html {
  const notes = operations
    .filter(({ operation }) => hasTag(operation, tag))
    .flatMap(({ operation }) => operation['x-routes']);
  return html`<h2>${tag}</h2>
    <ul>
      ${notes.map(
        ({ id, title }) =>
          html`<li>
            <a href="#${id}"><b>${id}</b> ${title}</a>
          </li>`,
      )}
    </ul>`;
}

function tagSection(tag: string, operations: readonly DescribedOperation[], document: OpenApi): Html {
  const tagged = operations.filter(({ operation }) => hasTag(operation, tag));
  return html`<section aria-labelledby="${tag}">
    <h2 id="${tag}" class="tag">${tag}</h2>
    ${tagged.map((described) => operationSection(described, document))}
  </section>`;
}

function hasTag({ tags }: Operation, tag: string): boolean {
  return tags.includes(tag);
}

export interface DocsFiles {
  /** Path of `schema/openapi.json`. */
  readonly openApiFile: string;
  /** Path of `schema/openapi-operations.json`. */
  readonly operationsFile: string;
}

/** Serves the documentation of the REST routes as a page and as a file. It is in English, as the interface is. */
export function docsRouter(
  { openApiFile, operationsFile }: DocsFiles,
  context: Omit<PageContext, 'localeTexts'>,
): Router {
  const page = lazily(() => docsPage(JSON.parse(readFileSync(openApiFile, 'utf8')) as OpenApi));
  const router = Router();
  router.get(DOCS, (request, response) => {
    sendPage(page(), { ...context, localeTexts: localeTextsFor('en') }, { request, response });
  });
  router.get(DOCS_FILE, publishedFile(openApiFile, 'application/json'));
  router.get(OPERATIONS_FILE, publishedFile(operationsFile, 'application/json'));
  return router;
}
