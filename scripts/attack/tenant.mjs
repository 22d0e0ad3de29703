import { createHmac } from 'node:crypto';
import { graphql } from './client.mjs';
import { slowReaders } from './connections.mjs';

/** The secret that signs the messages of the channel of each application. */
export const HOOK_SECRET = 'a secret of a channel'.replaceAll(' ', '-');

/** A signed message of a channel. */
function signed(application, id, message) {
  const [body, timestamp] = [JSON.stringify(message), String(Math.floor(Date.now() / 1000))];
  const signature = createHmac('sha256', HOOK_SECRET).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    ...{ path: `/chatbot/connectors/${application}/telephony`, body, token: undefined },
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

/** Utterances of the maximum size of an intent: short texts, which take the longest to read. */
const INTENT = {
  utterances: Array.from({ length: 900 }, (_, n) => `${n} ${'nataka kujua salio '.repeat(14)}`),
};

const CREATE =
  'mutation ($field: ID!, $inputs: [IntentInput!]!) { createIntents(fieldId: $field, inputs: $inputs) { results { code } } }';
const NEWEST =
  '{ application { newestFields(last: 10) { newestIntents(last: 100) { intentName intentParams intentUtterances } } } }';

/** The members of a request of maximum size, which is five times that of an intent. */
const REQUEST = {
  botResponse: INTENT,
  followUpText: INTENT,
  nluResponse: INTENT,
  followUpData: [INTENT],
  slots: [INTENT],
};
const REQUESTS =
  '{ application { newestConversations(last: 10) { newestRequests(last: 100) { botResponse followUpText nluResponse followUpData slots } } } }';

const bodies = new Map();

/** Creates a constant body once, so that the attacker needs little time. */
function once(name, make) {
  if (!bodies.has(name)) bodies.set(name, make());
  return bodies.get(name);
}

const intents =
  (count) =>
  ({ field }) =>
    once(`intents ${count}`, () =>
      graphql(CREATE, {
        field,
        inputs: Array.from({ length: count }, (_, n) => ({ intentName: `i${n}`, intentUtterances: INTENT })),
      }),
    );

const small =
  (name, inputs) =>
  ({ field }) =>
    once(name, () =>
      graphql(
        'mutation ($field: ID!, $inputs: [EntityInput!]!) { createEntities(fieldId: $field, inputs: $inputs) { results { code message } } }',
        {
          field,
          inputs: Array.from({ length: 1000 }, inputs),
        },
      ),
    );

const LANGUAGES = ['sw', 'yo', 'en', 'fr', 'wo', 'bm', 'ha', 'ig', 'zu', 'xh', 'am', 'so'];

/** A long text of words of dictionaries and of words with typing errors. */
const saying = (n) => `${n} ${'nataka omi ile housse e5 e17 water '.repeat(28)}`.slice(0, 990);

const recognitions = (field, n, language) =>
  `{ ${Array.from({ length: 29 }, (_, m) => `a${m}: recognise(fieldId: "${field}", text: "${saying(n + m)}"${language ? `, language: "${language}"` : ''}) { intent { intent } entities { entity } }`).join(' ')} }`;

/** Attacks by an application with its own token. `as` names another account whose token is used. */
export const TENANT = {
  'intents of 255 kB by the hundreds': { isShort: true, connections: 11, next: intents(46) },
  'intents of 255 kB, hung up on': {
    connections: 11,
    next: (world, n) => ({ ...intents(46)(world, n), hangsUpAfter: 300 }),
  },
  'requests of conversations of 1 MB': {
    connections: 11,
    next: ({ conversation }) =>
      once('requests', () =>
        graphql(
          `mutation ($to: ID!, $input: ConversationRequestInput!) { ${Array.from({ length: 29 }, (_, n) => `a${n}: createConversationRequest(conversationId: $to, input: $input) { conversationRequest { number } }`).join(' ')} }`,
          { to: conversation, input: REQUEST },
        ),
      ),
  },
  'conversations of 1 MB a request, read': { connections: 30, next: () => graphql(REQUESTS) },
  'conversations, hung up on': { connections: 30, next: () => ({ ...graphql(REQUESTS), hangsUpAfter: 100 }) },
  'its large data by equal queries': { connections: 30, next: () => graphql(NEWEST) },
  'its large data by equal queries, hung up on': {
    connections: 30,
    next: () => ({ ...graphql(NEWEST), hangsUpAfter: 100 }),
  },
  'its large data, not taken': { run: slowReaders(30, () => graphql(NEWEST)) },
  'its large data by identifiers': {
    connections: 30,
    next: ({ intentIds }) =>
      once('nodes', () =>
        graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Intent { intentUtterances } } }', {
          ids: intentIds,
        }),
      ),
  },
  'exports that are not taken': {
    isShort: true,
    run: slowReaders(14, ({ application }) => ({ path: `/export/applications/${application}` })),
  },
  exports: { connections: 14, next: ({ application }) => ({ path: `/export/applications/${application}` }) },
  'changes of the account, which show its data': {
    connections: 30,
    next: (_, n) => ({
      path: '/chatbot/core/applications',
      method: 'PUT',
      body: JSON.stringify({ description: `text ${n}` }),
    }),
  },
  'changes of the password': {
    isShort: true,
    connections: 50,
    next: () => ({
      ...{ path: '/chatbot/core/applications', method: 'PUT' },
      body: JSON.stringify({ password: 'another password', old_password: 'a wrong password' }),
    }),
  },
  'small objects by the thousand': {
    connections: 50,
    next: small('small', (_, n) => ({ entityName: `e${n}`, entityValues: { a: n } })),
  },
  'objects of nested JSON': {
    connections: 50,
    next: small('nested', () => ({
      entityName: 'e',
      entityValues: { ['a'.repeat(30)]: Array(40).fill({ $a: [[]] }) },
    })),
  },
  'one object by everybody': {
    connections: 50,
    next: ({ field }, n) =>
      graphql(
        'mutation ($id: ID!, $input: FieldInput!) { updateField(id: $id, input: $input) { field { name } } }',
        {
          id: field,
          input: { name: `name ${n}` },
        },
      ),
  },
  'far pages of its lists': {
    connections: 50,
    next: ({ field }, n) =>
      graphql(
        `query ($id: ID!) { field(id: $id) { ${Array.from({ length: 9 }, (_, m) => `a${m}: entities(filter: { language: "sw" }, first: 10, page: ${400 + ((n + m) % 90)}) { totalCount nodes { entityName } }`).join(' ')} } }`,
        { id: field },
      ),
  },
  'fields of a quarter of a megabyte': {
    connections: 20,
    next: (_, n) =>
      graphql('mutation ($input: FieldInput!) { createField(input: $input) { field { id } } }', {
        input: { name: `f${n}`, components: { requestContent: INTENT } },
      }),
  },
  'recognitions by 29 aliases': {
    isShort: true,
    connections: 30,
    next: ({ field }, n) => graphql(recognitions(field, n)),
  },
  'recognitions of what dictionaries say': {
    connections: 30,
    next: ({ fed }, n) => graphql(recognitions(fed, n)),
  },
  'recognitions in many languages': {
    connections: 30,
    next: ({ fed, field }, n) =>
      graphql(recognitions(n % 2 ? fed : field, n, LANGUAGES[n % LANGUAGES.length])),
  },
  'messages to a bot': {
    connections: 30,
    next: ({ conversation, field }, n) =>
      graphql(
        `mutation ($text: String!) { ${Array.from({ length: 29 }, (_, m) => `a${m}: converse(conversationId: "${conversation}", input: { text: $text, fieldId: "${field}" }) { conversationTurn { reply } }`).join(' ')} }`,
        { text: saying(n) },
      ),
  },
  'messages of a channel': {
    connections: 30,
    next: ({ application }, n) =>
      signed(application, `message-${n}`, { sender: `person ${n % 40}`, text: saying(n) }),
  },
  'messages of one person on a channel': {
    connections: 30,
    next: ({ application }, n) => signed(application, `one-${n}`, { sender: 'one', text: saying(n) }),
  },
  'what was not understood, by seven aliases': {
    connections: 30,
    next: (_, n) =>
      graphql(
        `{ application { ${Array.from({ length: 7 }, (__, m) => `a${m}: unresolvedTexts(first: ${100 - ((n + m) % 50)}) { text count }`).join(' ')} } }`,
      ),
  },
  'reports of entities by aliases': {
    connections: 30,
    next: ({ fed }, n) =>
      graphql(
        `{ ${Array.from({ length: 20 }, (_, m) => `a${m}: entityReport(fieldId: "${fed}", first: ${1 + ((n + m) % 100)}, language: "${LANGUAGES[(n + m) % 12]}") { sources { articles } conflicts { spelling values } }`).join(' ')} }`,
      ),
  },
  'utterances that resolve requests, by 29 aliases': {
    connections: 30,
    next: ({ intentIds, requestIds }, n) =>
      graphql(
        `mutation ($ids: [ID!]!) { ${Array.from({ length: 29 }, (_, m) => `a${m}: learnUtterance(intentId: "${intentIds[(n + m) % intentIds.length]}", input: { text: "${n} ${m}", language: "sw", requestIds: $ids }) { intent { id } }`).join(' ')} }`,
        { ids: requestIds },
      ),
  },
  'missing words by 29 aliases': {
    connections: 30,
    next: ({ dictionary, requestIds }, n) =>
      graphql(
        `mutation ($ids: [ID!]!) { ${Array.from({ length: 29 }, (_, m) => `a${m}: reportMissingWord(dictionary: "${dictionary}", input: { text: "word ${n} ${m}", requestIds: $ids }) { userErrors { code } }`).join(' ')} }`,
        { ids: requestIds },
      ),
  },
  'streams of requests, and lists of deliveries': {
    connections: 60,
    next: ({ conversation }, n) =>
      n % 2
        ? {
            ...graphql(
              `subscription { conversationRequestAdded(conversationId: "${conversation}", after: "0") { userRequest nluResponse botResponse } }`,
            ),
            ...{ headers: { accept: 'text/event-stream' }, hangsUpAfter: 2000 },
          }
        : graphql(
            `{ application { ${Array.from({ length: 15 }, (_, m) => `a${m}: deliveries(connector: TELEPHONY, first: ${100 - m}) { messageId problem }`).join(' ')} } }`,
          ),
  },
  'a field as a project, again and again': {
    connections: 14,
    next: ({ application, fieldKey }, n) => ({
      path: `/export/applications/${application}/fields/${encodeURIComponent(fieldKey)}.${['rasa', 'dialogflow', 'clu'][n % 3]}`,
    }),
  },
  'bodies of 16 MB': {
    connections: 20,
    next: ({ field }) =>
      once('brackets', () => ({
        path: '/graphql',
        body: `{"query":"{ __typename }","variables":{"a":[${'{},'.repeat(240_000)}0],"b":"${field}${'x'.repeat(14_000_000)}"}}`,
      })),
  },
  'the list of the platform, with everything': {
    isShort: true,
    ...{ as: 'platform', connections: 30 },
    next: () => ({ path: '/chatbot/core/applications?limit=1000&conversations&fields&compilers&connectors' }),
  },
  'the list of the platform, hung up on': {
    ...{ as: 'platform', connections: 30 },
    next: () => ({
      path: '/chatbot/core/applications?limit=1000&conversations&fields&compilers&connectors',
      hangsUpAfter: 50,
    }),
  },
};
