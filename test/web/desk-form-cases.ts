import { ARTICLES, botAtDesk, DESK, type DeskServer, type Fields, type PlainBrowser } from './desk-browser';
import { DICTIONARY } from './reader-dictionary';

const TYPED = 'typed here';

/** A form that runs a mutation. */
export interface FormCase {
  readonly page: string;
  /** How its address ends. */
  readonly action: string;
  readonly fields?: Fields;
  /** Absent where there is nothing to type. */
  readonly keeps?: string;
  readonly as?: PlainBrowser;
  readonly file?: Blob;
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** One form for each mutation, on pages that have it. */
export async function formCases(desk: DeskServer): Promise<Readonly<Record<string, FormCase>>> {
  const { root, graphql, reader, admin } = desk;
  const contributor = await desk.member('CONTRIBUTOR');
  const number = await desk.newArticle({ entry: { headword: 'old' } });
  const article = `${ARTICLES}/${number}`;
  await root.fill(article, { do: 'save', headword: 'new' });
  const image = new Blob([new Uint8Array(PIXEL)]);
  await root.sendFile(article, { do: 'add' }, image, `${article}/media`);
  await graphql(
    `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "bad" }) { userErrors { message } } }`,
    {},
    reader,
  );
  const proposed = await contributor.fill(article, { do: 'save', headword: 'newer' });
  const proposal = (proposed.headers.get('location') ?? '').replace(/\?.*/, '');
  const table = (end: string) => new Blob([`Headword,French\r\n${end},un\r\n`]);
  const waiting = await importOf(desk, 'waiting', table('ada'));
  const stored = await importOf(desk, 'stored', table('bada'));
  await root.fill(stored, {}, (action) => action.endsWith('/accept'));
  await root.settled(stored);
  const user = { username: 'awa', password: 'long enough for all' };
  const made = await graphql(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { number } userErrors { message } } }',
    { input: user },
    admin,
  );
  const awa = `/desk/users/${String((made.data['createUser'] as { readonly number: number }).number)}`;
  await root.fill('/desk/account', { name: 'a key', days: '30' }, (action) => action.endsWith('/keys'));
  const link = await graphql(
    'mutation { createPasswordResetLink(user: "awa") { passwordResetLink { path } userErrors { message } } }',
    {},
    admin,
  );
  const { path } = link.data['createPasswordResetLink'] as { readonly path: string };
  const { bot, field, parts } = await partsOfBot(desk);
  const part = (step: string, fields: Fields, keeps = TYPED): FormCase => {
    const page = parts.find((part) => part.includes(`/${step}/`)) ?? step;
    return { page, action: page, fields, keeps, as: bot };
  };
  const json = (step: string) => part(step, { json: `{ "typed": "${TYPED}" }` });
  const [application = ''] = field.split('/fields/');
  const conversation = `${application}/conversations/1`;
  const own = (...form: OwnedForm) => ownedForm(bot, ...form);
  const signIn = { page: '/desk/sign-in', action: '/desk/sign-in', keeps: TYPED };
  return {
    'save-article': { page: article, action: article, fields: { do: 'save', headword: TYPED }, keeps: TYPED },
    'save-article-source': {
      page: `${article}/json`,
      action: '/json',
      fields: { source: `{ "entry": "${TYPED}" }` },
      keeps: TYPED,
    },
    'create-article': {
      page: `${DESK}/new`,
      action: '/new',
      fields: { do: 'save', headword: TYPED },
      keeps: TYPED,
    },
    'propose-article': {
      page: article,
      action: article,
      fields: { do: 'save', headword: 'other', note: TYPED },
      keeps: TYPED,
      as: contributor,
    },
    'set-article-disabled': { page: article, action: '/state' },
    'delete-article': { page: article, action: '/bulk', fields: { sure: 'yes' } },
    'restore-article': { page: `${article}/history`, action: '/restore' },
    'create-media': {
      page: article,
      action: `${article}/media`,
      fields: { do: 'add', description: TYPED },
      keeps: TYPED,
      file: image,
    },
    'update-media': {
      page: article,
      action: '/media',
      fields: { do: 'change', description: TYPED },
      keeps: TYPED,
    },
    'delete-media': { page: article, action: '/media', fields: { do: 'delete' } },
    'create-import': {
      page: `${DESK}/import`,
      action: `${DESK}/import`,
      fields: { encoding: TYPED },
      keeps: TYPED,
      file: table('cada'),
    },
    'accept-import': { page: waiting, action: '/accept' },
    'cancel-import': { page: waiting, action: '/cancel' },
    'undo-import': { page: stored, action: '/undo' },
    'set-member': { page: `${DESK}/members`, action: '/members', fields: { user: TYPED }, keeps: TYPED },
    'remove-member': { page: `${DESK}/members`, action: '/members/remove' },
    'update-dictionary': {
      page: `${DESK}/profile`,
      action: '/profile',
      fields: { longName: TYPED },
      keeps: TYPED,
    },
    'set-comment-disabled': { page: '/desk/comments', action: '/state' },
    'delete-comment': { page: '/desk/comments', action: '/delete' },
    'review-proposal': {
      page: proposal,
      action: proposal,
      fields: { do: 'reject', comment: TYPED },
      keeps: TYPED,
    },
    'withdraw-proposal': { page: proposal, action: '/withdraw', as: contributor },
    'create-user': {
      page: '/desk/users',
      action: '/users',
      fields: { username: TYPED, password: 'long enough for all' },
      keeps: TYPED,
    },
    'update-user': { page: '/desk/users', action: awa, fields: { isDisabled: 'true' } },
    'create-password-reset-link': { page: awa, action: '/reset-link' },
    'change-password': {
      page: '/desk/account',
      action: '/password',
      fields: { oldPassword: 'one', newPassword: 'another', again: 'another' },
    },
    'create-api-key': {
      page: '/desk/account',
      action: '/keys',
      fields: { name: TYPED, days: '30' },
      keeps: TYPED,
    },
    'revoke-api-key': { page: '/desk/account', action: '/keys/revoke' },
    'reset-password': { page: path, action: '', fields: { newPassword: 'another', again: 'another' } },
    'learn-utterance': { page: field, action: '/teach', fields: { language: 'qaa' }, keeps: 'qaa', as: bot },
    'update-intent': part('intents', { 'texts.0': TYPED }),
    'update-entity': part('entities', { values: TYPED }),
    'update-template': part('templates', { 'texts.0': TYPED }),
    'update-corpus': json('corpora'),
    'update-field-request': json('requests'),
    'update-field': own('fields', field, 'properties', { 'fields.name': TYPED }),
    'update-conversation': own('conversations', conversation, 'properties', {
      'conversations.userName': TYPED,
    }),
    ...ownedCases(application, field, parts, bot),
    'create-application': {
      page: '/desk/applications',
      action: '/applications',
      fields: {
        'applications.name': TYPED,
        'applications.email': 'own@example.org',
        'applications.password': 'long enough for all',
      },
      keeps: TYPED,
    },
    'update-application': {
      page: application,
      action: application,
      fields: { 'applications.description': TYPED },
      keeps: TYPED,
    },
    'sign-in': { ...signIn, fields: { name: TYPED, password: 'x' }, as: desk.newBrowser() },
    'sign-in-application': {
      ...signIn,
      fields: { name: TYPED, password: 'x', kind: 'application' },
      as: desk.newBrowser(),
    },
  };
}

type OwnedForm = readonly [step: string, page: string, as: 'new' | 'properties' | 'deletion', fields: Fields];

/** A form of an object that an application or a field owns. */
function ownedForm(bot: PlainBrowser, ...[of, page, as, fields]: OwnedForm): FormCase {
  const action = as === 'new' ? `/${of}` : page;
  const isTyped = Object.values(fields).includes(TYPED);
  return { page, action, fields: { as, of, ...fields }, ...(isTyped && { keeps: TYPED }), as: bot };
}

/** The last steps of the documents that create and delete such objects, with what has to be typed. */
const OWNED: Readonly<Record<string, readonly [document: string, name: string]>> = {
  fields: ['field', 'name'],
  conversations: ['conversation', 'userName'],
  intents: ['intent', 'intentName'],
  entities: ['entity', 'entityName'],
  templates: ['template', 'templateName'],
  corpora: ['corpus', 'corpusName'],
  requests: ['field-request', 'requestName'],
};

function ownedCases(
  application: string,
  field: string,
  parts: readonly string[],
  bot: PlainBrowser,
): Readonly<Record<string, FormCase>> {
  const pages = [field, `${application}/conversations/1`, ...parts];
  const cases = Object.entries(OWNED).flatMap(([step, [document, name]]) => {
    const owner = ['fields', 'conversations'].includes(step) ? application : field;
    const page = pages.findLast((page) => page.includes(`/${step}/`)) ?? step;
    const object = step === 'fields' ? field : page;
    return [
      [`create-${document}`, ownedForm(bot, step, owner, 'new', { [`${step}.${name}`]: TYPED })],
      [`delete-${document}`, ownedForm(bot, step, object, 'deletion', { sure: 'true' })],
    ] as const;
  });
  return Object.fromEntries(cases);
}

async function importOf(desk: DeskServer, name: string, file: Blob): Promise<string> {
  const sent = await desk.root.sendFile('/desk/import', { dictionary: `qaa_${name}` }, file);
  const address = sent.headers.get('location') ?? '';
  await desk.root.settled(address);
  return address;
}

/** A bot with one object of each kind, and something that it did not understand. */
async function partsOfBot(desk: DeskServer) {
  const { bot, publicId, field: id, conversation, execute, token } = await botAtDesk(desk, 'seats');
  await execute(
    `mutation ($field: ID!, $conversation: ID!) {
      createCorpus(fieldId: $field, input: { corpusName: "c", corpusContent: { own: 1 } }) { userErrors { message } }
      createFieldRequest(fieldId: $field, input: { requestName: "r", requestContent: { own: 1 } }) { userErrors { message } }
      updateField(id: $field, input: { components: { requestName: "n", requestContent: { own: 1 } } }) { userErrors { message } }
      converse(conversationId: $conversation, input: { text: "Shikamoo", language: "sw" }) { userErrors { message } }
    }`,
    { field: id, conversation },
    token,
  );
  const field = `/desk/applications/${publicId}/fields/1`;
  const { text } = await bot.get(field);
  const parts = [...text.matchAll(/href="([^"]*\/fields\/1\/[^"]*)"/g)].map(([, one = '']) => one);
  return { bot, field, parts };
}
