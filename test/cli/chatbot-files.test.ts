import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/command';
import { testDatabase, type TestDatabase } from '../support/database';

const SHARED = join(__dirname, '..', '..', '..', 'shared', 'data', 'chatbot');

interface Wired {
  readonly name: string;
  readonly password: string;
  readonly connectors: object;
  readonly conversations: readonly { readonly app_token: string }[];
  readonly fields: readonly object[];
}

let database: TestDatabase;
beforeEach(() => {
  database = testDatabase();
});
afterEach(() => database.drop());

async function run(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, database.env);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

async function exported(name: string): Promise<Record<string, unknown>> {
  const file = join(mkdtempSync(join(tmpdir(), 'griot-chatbot-')), 'export.json');
  await run('export', '--out', file, name);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
}

/** An application of ours, with one of everything, in the documented form. */
function sample(): Record<string, unknown> {
  const common = { active: true, field_id: 'f', last_update: '2026-01-02T03:04:05Z', platform: false };
  const request = {
    ...common,
    public_id: 'r-1',
    request_content: { a: [1, { b: null }] },
    request_name: 'r',
  };
  const field = {
    active: 'true',
    author: 'Nía',
    compagny: 'ACME',
    components: { ...request, public_id: 'cmp' },
    country: 0,
    corpus: [{ ...common, public_id: 'c-1', corpus_content: { 'a.b': { $x: 1 } }, corpus_name: 'c' }],
    description: 'd',
    entities: [],
    intents: [],
    last_update: '2026-01-02T03:04:05Z',
    logo: false,
    maintainer: 'm',
    name: 'bus',
    public: true,
    public_id: 7,
    requests: [request],
    templates: [],
    version: 'v1',
  };
  const turn = {
    active: 1,
    app_id: 3,
    bot_response: { z: 1, a: 2 },
    follow_up: false,
    follow_up_data: [{ x: 1 }],
    follow_up_text: {},
    intent_name: 'GO',
    last_update: '2026-01-02T03:04:05Z',
    like: 1,
    nlu_response: {},
    public_id: 12,
    resolved: true,
    session_id: 's',
    slots: [],
    unlike: 0,
    user_request: 'Ndi pfuna',
  };
  const conversation = {
    active: true,
    app_id: 'x',
    app_token: 'secret-token',
    bot_language: 'wo',
    disable_session: 0,
    end: '',
    start: '',
    last_update: '2026-01-02T03:04:05Z',
    like: 0,
    platform: false,
    public_id: 4,
    requests: [turn],
    unlike: 0,
    user_avatar: '',
    user_id: 'u',
    user_language: 'wo',
    user_location: 'Dakar',
    user_name: 'Awa',
  };
  const texts = {
    country: 'SN',
    description: 'd',
    maintainer: 'm',
    platform: 'web',
    photo: '',
    timezone: 'Africa/Dakar',
    website: '',
  };
  return {
    ...texts,
    compagny: 'ACME',
    name: 'Bus Bot',
    email: 'bus@example.org',
    password: 'a long password',
    like: 2,
    unlike: 1,
    connectors: { telephony_sms: { key: 'secret-key' } },
    conversations: [conversation],
    fields: [field],
    fields_compiler: [
      {
        app_id: 'x',
        last_update: '2026-01-02T03:04:05Z',
        platform: [{}],
        public_id: 'fc',
        status: {},
        url: '',
      },
    ],
    last_update: '2026-01-02T03:04:05Z',
  };
}

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot-chatbot-'));
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value));
  return folder;
}

test('an exported application equals the imported one, without its password and with redacted secrets', async () => {
  const file = sample();
  await run('import', folderWith({ 'applications.json': [file] }));

  const { public_id, disable_application, disable_compilation, connectors, conversations, ...rest } =
    await exported('BUS BOT');

  const { conversations: turns } = file;
  const expected = without(file, ['password', 'connectors', 'conversations']);
  expect(rest).toEqual(expected);
  expect(conversations).toEqual((turns as object[]).map((turn) => ({ ...turn, app_token: '[redacted]' })));
  expect(connectors).toMatchObject({ telephony: { key: '[redacted]' }, team_chat: {} });
  expect([typeof public_id, disable_application, disable_compilation]).toEqual(['string', false, false]);
});

test('the same files again change nothing; changed ones only with --overwrite; a field needs an application', async () => {
  const file = sample();
  const folder = folderWith({ 'applications.json': [file] });
  const changed = folderWith({ 'applications.json': [{ ...file, description: 'other' }] });
  const [field] = file['fields'] as object[];
  const lone = folderWith({
    'field_new.json': { ...field, public_id: 9, name: 'rail', components: null, corpus: [], requests: [] },
  });
  await run('import', folder);

  expect(await run('import', folder)).toContain('Nothing changed');
  expect(await run('import', changed)).toContain('differs from the file and was kept');
  expect((await exported('Bus Bot'))['description']).toBe('d');
  expect(await run('import', '--overwrite', changed)).toContain('updated');
  expect((await exported('Bus Bot'))['description']).toBe('other');
  expect((await runCommand('import', [lone], database.env)).stderr).toContain('--application');
  await run('import', '--application=Bus Bot', lone);
  expect((await exported('bus@example.org'))['fields']).toMatchObject([
    { name: 'bus' },
    { name: 'rail', public_id: 9 },
  ]);
});

const whereShared = existsSync(SHARED) ? test : test.skip;
if (!existsSync(SHARED))
  process.stderr.write(`${SHARED} is absent: applications are tested on the sample of this file alone.\n`);

whereShared('the exported applications and fields of the shared data equal the imported ones', async () => {
  await run('import', SHARED);
  const files = JSON.parse(readFileSync(join(SHARED, 'applications.json'), 'utf8')) as Wired[];
  const fields = ['banking_wolof', 'student_swahili', 'assistant_swahili_synthetic'].map(
    (name) => JSON.parse(readFileSync(join(SHARED, `field_${name}.json`), 'utf8')) as object,
  );

  for (const [index, whole] of files.entries()) {
    const file = without(whole, ['password', 'connectors']);
    const application = await exported(whole.name);
    expect(application).toMatchObject(file);
    expect(application['fields']).toEqual([fields[index]]);
  }
  expect(await run('import', SHARED)).toContain('Nothing changed');
});
