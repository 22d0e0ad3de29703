import { join } from 'node:path';
import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { readDocuments } from '../../src/shared/documents';
import { Failure } from '../../src/shared/failure';
import * as documents from '../../src/web/documents';
import { ADMIN_NAME, ADMIN_PASSWORD } from '../support/accounts';
import type { HttpResponse } from '../support/http';
import { replaceExport } from '../support/replaced';
import { type DeskServer, formsIn, startDesk } from './desk-browser';
import { type FormCase, formCases } from './desk-form-cases';

const MESSAGE = 'Refused <b>by the test</b>';
const SHOWN = 'Refused &lt;b&gt;by the test&lt;/b&gt;';

/** While it is on, every mutation of the desk is answered with a fault. */
const refusing: { isOn: boolean; seen: Set<string>; failure?: Error } = { isOn: false, seen: new Set() };

const { documentReader } = documents;

const refusingReader: typeof documentReader = (schema, folder, constants) => {
  const readWith = documentReader(schema, folder, constants);
  const mutations = mutationsIn(folder);
  return (contextOf) => {
    const read = readWith(contextOf);
    return async <Data>(name: string, variables: Readonly<Record<string, unknown>>) => {
      const mutation = mutations.get(name);
      if (!refusing.isOn || !mutation) return read<Data>(name, variables);
      refusing.seen.add(name);
      if (refusing.failure) throw refusing.failure;
      return { result: refusalOf(mutation) } as Data;
    };
  };
};

function mutationsIn(folder: string): ReadonlyMap<string, FieldNode> {
  const operations = [...readDocuments(folder)].flatMap(([name, document]) =>
    operationsIn(document).map((operation) => [name, operation] as const),
  );
  return new Map(
    operations
      .filter(([, { operation }]) => operation === OperationTypeNode.MUTATION)
      .map(([name, { selectionSet }]) => [name, selectionSet.selections[0] as FieldNode]),
  );
}

function operationsIn({ definitions }: DocumentNode): readonly OperationDefinitionNode[] {
  return definitions.filter((definition) => 'operation' in definition);
}

/** What the document would get: no more than it asks for. */
function refusalOf(mutation: FieldNode): Readonly<Record<string, unknown>> {
  const fault: Readonly<Record<string, unknown>> = { field: null, message: MESSAGE, code: 'INVALID_INPUT' };
  return Object.fromEntries(
    fieldsOf(mutation).map((field) => [
      field.name.value,
      field.name.value === 'userErrors'
        ? [Object.fromEntries(fieldsOf(field).map(({ name }) => [name.value, fault[name.value]]))]
        : null,
    ]),
  );
}

function fieldsOf({ selectionSet }: FieldNode): readonly FieldNode[] {
  return (selectionSet?.selections ?? []).filter((selection) => selection.kind === Kind.FIELD);
}

const MUTATIONS = mutationsIn(join(__dirname, '../../schema/operations/desk'));

let desk: DeskServer;
let cases: Readonly<Record<string, FormCase>>;

let putBack: () => void;

beforeAll(async () => {
  putBack = replaceExport(documents, 'documentReader', () => refusingReader);
  desk = await startDesk();
  cases = await formCases(desk);
});

afterAll(async () => {
  putBack();
  await desk.server.close();
});

/** Mutations that no form with fields runs: without a session, there is none to renew or to end. */
const WITHOUT_FORM = ['renew', 'sign-out'];

test('every mutation of the desk asks for its faults, and has a form here', () => {
  const asked = [...MUTATIONS].map(([name, mutation]) => {
    const faults = fieldsOf(mutation).find((field) => field.name.value === 'userErrors');
    return [name, faults ? fieldsOf(faults).map((field) => field.name.value) : []];
  });

  expect(Object.fromEntries(asked)).toEqual(
    Object.fromEntries(asked.map(([name]) => [name, ['field', 'message', 'code']])),
  );
  expect([...Object.keys(cases), ...WITHOUT_FORM].sort()).toEqual([...MUTATIONS.keys()].sort());
});

test.each([...MUTATIONS.keys()].filter((name) => !WITHOUT_FORM.includes(name)))(
  'what keeps %s from being done is shown, with what was typed',
  async (name) => {
    const { text, status } = await refused(name);

    expect([...refusing.seen]).toEqual([name]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    // To who signs in, nothing is told about accounts.
    expect(text).toContain(name.startsWith('sign-in') ? 'The name or the password is wrong' : SHOWN);
    expect(text).toContain(cases[name]?.keeps ?? '');
  },
);

test('reports on the page of the user that a key of another user cannot be revoked', async () => {
  const { text } = await desk.root.get('/desk/account');
  const own = '/desk/users/1';
  const isRevoking = (action: string) => action.endsWith('/keys/revoke');
  const response = await withRefusals(() => desk.root.submit(text, {}, isRevoking));
  const other = await withRefusals(() => desk.root.fill(own, {}, isRevoking));

  expect(response.text).toContain(SHOWN);
  expect(other.text).toContain(SHOWN);
});

test('asks for the password if a session cannot be renewed, and forgets one that cannot be ended', async () => {
  const browser = await desk.newBrowser().signIn(ADMIN_NAME, ADMIN_PASSWORD);
  const { text } = await browser.get('/desk');
  const out = await withRefusals(() => browser.submit(text, {}, (action) => action.endsWith('sign-out')));
  const again = await desk.newBrowser().signIn(ADMIN_NAME, ADMIN_PASSWORD);
  again.forget('griot_desk');
  const renewed = await withRefusals(() => again.get('/desk'));

  expect(out.status).toBe(303);
  expect(browser.cookie).toBe('');
  expect([renewed.status, renewed.text.includes('<h1>Sign in</h1>')]).toEqual([200, true]);
});

const FRENCH = { 'accept-language': 'fr' };

test('shows errors in French, followed by the message of the server', async () => {
  const { fields } = formsIn((await desk.root.get('/desk/users')).text).at(-1) ?? {};
  const typed = { ...fields, username: 'awa', password: 'long enough for all' };
  const create = () => withRefusals(() => desk.root.post('/desk/users', typed, FRENCH));
  const invalid = await create();
  refusing.failure = new Failure('RATE_LIMITED', 'Too many of these');
  const limited = await create();
  refusing.failure = new Failure('UNAVAILABLE', 'Too busy');
  const busy = await create();
  delete refusing.failure;
  const unknown = ['/desk/dictionaries/none', '/desk/imports/none', '/desk/none'];
  const missing = await Promise.all(unknown.map((path) => desk.root.get(path, FRENCH)));

  expect(invalid.text).toContain(`Une valeur ne convient pas. <small lang="en">(${SHOWN})</small>`);
  expect(limited.text).toContain('Réessayez plus tard. <small lang="en">(Too many of these)</small>');
  expect(busy.text).toContain('Réessayez dans un instant. <small lang="en">(Too busy)</small>');
  for (const { text } of [invalid, limited, busy]) expect(text).toContain('value="awa"');
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404]);
  for (const { text } of missing) expect(text).not.toContain('<small');
});

async function refused(name: string): Promise<HttpResponse> {
  const one = cases[name];
  if (!one) throw new Error(`No form runs ${name}`);
  const { page, action, fields = {}, as: browser = desk.root, file } = one;
  if (file) return withRefusals(() => browser.sendFile(page, fields, file, action));
  const { text } = await browser.get(page);
  return withRefusals(() =>
    action === ''
      ? browser.post(page, fields)
      : browser.submit(text, fields, (address) => address.endsWith(action)),
  );
}

async function withRefusals<Value>(work: () => Promise<Value>): Promise<Value> {
  refusing.seen.clear();
  refusing.isOn = true;
  return work().finally(() => {
    refusing.isOn = false;
  });
}
