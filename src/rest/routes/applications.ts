import { membersOfBody, type BodyMembers } from '../body-members';
import { WRITTEN, type Row } from '../row';

const PATH = '/chatbot/core/applications';
const LOGIN = `${PATH}/login`;

const NOT_THE_PLATFORM = [401, "Only the platform's own application can perform this action"] as const;
const NO_TOKEN = [401, 'Invalid or expired application token'] as const;
const MALFORMED = [400, 'Malformed data, check the input application'] as const;

/** The failures that a body of an application can meet. */
const OF_A_BODY = {
  EMAIL_INVALID: [400, 'Incorrect input email address'],
  invalid: MALFORMED,
  tooLarge: MALFORMED,
  conflict: [409, 'name or email already used by another application'],
} as const;

/** The members of `connectors` are documented with underscores; GraphQL spells them otherwise. */
const applicationMembers: BodyMembers = (body) => {
  const members = membersOfBody(body);
  const { connectors } = members;
  if (typeof connectors !== 'object' || connectors === null) return members;
  const renamed = Object.entries(connectors).map(([name, value]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return { ...members, connectors: Array.isArray(connectors) ? connectors : Object.fromEntries(renamed) };
};

/** Chatbot applications: A1 to A6. */
export const applications: readonly Row[] = [
  {
    id: 'A1',
    method: 'POST',
    path: PATH,
    run: 'chatbot/create-application',
    shows: 'one',
    members: applicationMembers,
    adds: WRITTEN,
    replies: {
      found: [201, 'Application has correctly created'],
      failures: { ...OF_A_BODY, unauthenticated: NOT_THE_PLATFORM, forbidden: NOT_THE_PLATFORM },
    },
  },
  {
    id: 'A2',
    method: 'DELETE',
    path: PATH,
    run: 'chatbot/delete-application',
    shows: 'one',
    adds: WRITTEN,
    explains: 'error',
    replies: {
      found: [200, 'Application has correctly deleted: {_name}'],
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
    path: PATH,
    run: 'chatbot/applications',
    shows: 'list',
    query: ['search', 'conversations', 'fields', 'compilers', 'connectors'],
    adds: ['message', 'status', 'total', 'uri'],
    replies: {
      found: [200, 'Successfully load applications'],
      failures: { unauthenticated: NOT_THE_PLATFORM, forbidden: NOT_THE_PLATFORM },
    },
  },
  {
    id: 'A4',
    method: 'GET',
    path: LOGIN,
    run: 'chatbot/log-in',
    shows: 'one',
    adds: WRITTEN,
    replies: {
      found: [200, 'Successfully login to your application'],
      failures: { UNAUTHENTICATED: [401, 'Could not verify your identity'] },
    },
  },
  {
    id: 'A5',
    method: 'PUT',
    path: LOGIN,
    run: 'chatbot/log-out',
    shows: 'one',
    adds: WRITTEN,
    replies: {
      found: [200, 'Application has correctly logout'],
      empty: [206, 'No application found'],
      failures: { invalid: NO_TOKEN },
    },
  },
  {
    id: 'A6',
    method: 'PUT',
    path: PATH,
    run: 'chatbot/update-application',
    shows: 'one',
    members: applicationMembers,
    adds: WRITTEN,
    replies: {
      found: [200, 'Application has correctly updated'],
      failures: {
        ...OF_A_BODY,
        UNAUTHENTICATED: NO_TOKEN,
        forbidden: NO_TOKEN,
        missing: NO_TOKEN,
      },
    },
  },
];
