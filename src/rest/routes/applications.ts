import { Failure } from '../../shared/failure';
import { isJsonObject } from '../../shared/json';
import { type JsonSchema, membersOfBody, type BodyMembers } from '../request/body-members';
import { WRITE_MEMBERS, type RouteDefinition } from '../table/route';

const APPLICATIONS_PATH = '/chatbot/core/applications';
const LOGIN_PATH = `${APPLICATIONS_PATH}/login`;

const NOT_THE_PLATFORM = [401, "Only the platform's own application can perform this action"] as const;
export const NO_TOKEN = [401, 'Invalid or expired application token'] as const;
const WRONG_PASSWORD = [401, 'Incorrect password for this application'] as const;
const MALFORMED = [400, 'Malformed data, check the input application'] as const;

/** The failures that a body of an application can meet. */
const OF_A_BODY = {
  EMAIL_INVALID: [400, 'Incorrect input email address'],
  invalid: MALFORMED,
  malformed: MALFORMED,
  conflict: [409, 'name or email already used by another application'],
} as const;

/** The members of `connectors` are documented with underscores; GraphQL spells them otherwise. */
const applicationMembers: BodyMembers = {
  read: (body) => {
    const members = membersOfBody.read(body);
    const { connectors } = members;
    if (!isJsonObject(connectors)) return members;
    const other = Object.keys(connectors).find((name) => inSnakeCase(name) !== name);
    if (other !== undefined) throw new Failure('INVALID_INPUT', `connectors.${other} is unknown`);
    return { ...members, connectors: renamed(connectors, inCamelCase) };
  },
  schema: (variables) => withSnakeCase(variables),
};

/** Members of a logout. Values that are not text are ignored, because identifiers and tokens are text. */
const logoutMembers: BodyMembers = {
  read: (body) => {
    const texts = Object.entries(membersOfBody.read(body)).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts);
  },
  schema: (variables) => variables,
};

type Members = Readonly<Record<string, unknown>>;

/** The schema of a body with the names of the interface instead of those of the GraphQL input types. */
function withSnakeCase(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!isJsonObject(properties) || !isJsonObject(properties['connectors'])) return schema;
  const connectors = renamedProperties(properties['connectors']);
  return { ...schema, properties: { ...properties, connectors } };
}

function renamedProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamedProperties);
  if (!isJsonObject(value)) return value;
  const { properties } = value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, property]) => [name, renamedProperties(property)]),
  );
  return isJsonObject(properties) ? { ...inner, properties: renamed(properties, inSnakeCase) } : inner;
}

function renamed(members: Members, rename: (name: string) => string): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [rename(name), value]));
}

/** The inverse of `inSnakeCase`, so that messages show other names, such as `__proto__`, as they are written. */
function inCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Chatbot applications: A1 to A6. */
export const applications: readonly RouteDefinition[] = [
  {
    id: 'A1',
    method: 'POST',
    path: APPLICATIONS_PATH,
    run: 'chatbot/create-application',
    shows: 'object',
    members: applicationMembers,
    adds: WRITE_MEMBERS,
    responses: {
      success: [201, 'Application has correctly created'],
      failures: { ...OF_A_BODY, unauthenticated: NOT_THE_PLATFORM, forbidden: NOT_THE_PLATFORM },
    },
  },
  {
    id: 'A2',
    method: 'DELETE',
    path: APPLICATIONS_PATH,
    run: 'chatbot/delete-application',
    shows: 'object',
    adds: WRITE_MEMBERS,
    explains: 'error',
    responses: {
      success: [200, 'Application has correctly deleted: {_name}'],
      failures: {
        invalid: [400, 'Execution error during deleting the apps'],
        unauthenticated: NO_TOKEN,
        forbidden: NO_TOKEN,
        missing: NO_TOKEN,
      },
    },
  },
  {
    id: 'A3',
    method: 'GET',
    path: APPLICATIONS_PATH,
    run: 'chatbot/applications',
    shows: 'list',
    query: ['search', 'conversations', 'fields', 'compilers', 'connectors'],
    adds: ['message', 'status', 'total', 'uri'],
    responses: {
      success: [200, 'Successfully load applications'],
      failures: { unauthenticated: NOT_THE_PLATFORM, forbidden: NOT_THE_PLATFORM },
    },
  },
  {
    id: 'A4',
    method: 'GET',
    path: LOGIN_PATH,
    run: 'chatbot/log-in',
    shows: 'object',
    adds: WRITE_MEMBERS,
    responses: {
      success: [200, 'Successfully login to your application'],
      failures: {
        UNAUTHENTICATED: [401, 'Could not verify your identity'],
        PASSWORD_WRONG: WRONG_PASSWORD,
        APPLICATION_DISABLED: [401, 'This application account has been disabled'],
      },
    },
  },
  {
    id: 'A5',
    method: 'PUT',
    path: LOGIN_PATH,
    run: 'chatbot/log-out',
    shows: 'object',
    members: logoutMembers,
    adds: WRITE_MEMBERS,
    responses: {
      success: [200, 'Application has correctly logout'],
      empty: [206, 'No application found'],
      failures: {
        TOKEN_INVALID: NO_TOKEN,
        TOKEN_REVOKED: [401, 'Application can not logout again, already logout'],
        APPLICATION_MISMATCH: [401, 'Application can not logout now, incorrect application'],
      },
    },
  },
  {
    id: 'A6',
    method: 'PUT',
    path: APPLICATIONS_PATH,
    run: 'chatbot/update-application',
    shows: 'object',
    members: applicationMembers,
    adds: WRITE_MEMBERS,
    responses: {
      success: [200, 'Application has correctly updated'],
      failures: {
        ...OF_A_BODY,
        UNAUTHENTICATED: NO_TOKEN,
        PASSWORD_WRONG: WRONG_PASSWORD,
        forbidden: NO_TOKEN,
        missing: NO_TOKEN,
      },
    },
  },
];

const CONNECTOR_PATH = '/chatbot/connectors/:application_id/:connector';

const WEBHOOK_FAILURES = { missing: [404, 'There is no such webhook'] } as const;

/** Webhooks of the connectors of applications: what channels send, and how one of them confirms the address. */
export const webhooks: readonly RouteDefinition[] = [
  {
    id: 'webhook-post',
    method: 'POST',
    path: CONNECTOR_PATH,
    run: 'chatbot/receive-messages',
    shows: 'object',
    isSigned: true,
    adds: ['message', 'status'],
    explains: 'error',
    responses: { success: [200, 'Messages received'], failures: WEBHOOK_FAILURES },
  },
  {
    id: 'webhook',
    method: 'GET',
    path: CONNECTOR_PATH,
    run: 'chatbot/webhook-challenge',
    shows: 'object',
    text: 'challenge',
    explains: 'error',
    responses: { success: [200, 'Webhook confirmed'], failures: WEBHOOK_FAILURES },
  },
];
