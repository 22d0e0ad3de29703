import { membersOfBody, membersUnder, type BodyMembers } from '../body-members';
import type { Properties } from '../openapi/json-schema';
import { WRITTEN, type Replies, type Row } from '../row';

const login = {
  path: '/lexicon/login',
  run: 'lexicon/login',
  shows: 'one',
  replies: {
    found: [200, 'Token generated'],
    failures: { unauthenticated: [401, 'Unauthorized'], forbidden: [403, 'Forbidden'] },
  },
} as const satisfies Partial<Row>;

const readsUsers: Replies = {
  found: [200, 'Users found'],
  empty: [404, "User's id not found"],
  failures: { unauthenticated: [401, 'Unauthorized to get user'], forbidden: [403, 'Forbidden'] },
};

const underUser = membersUnder('user');

/** The mother tongue has two names, of which one is enough; a role is written in small letters. */
const userMembers: BodyMembers = {
  read: (body) => {
    const flat = membersOfBody.read(body);
    const given = 'user' in flat ? underUser.read(body) : flat;
    const { role, nat_lang, native_lang = nat_lang } = given;
    return { ...given, native_lang, role: typeof role === 'string' ? role.toUpperCase() : role };
  },
  schema: (variables) => {
    const properties = variables['properties'] as Properties;
    const nat_lang = properties['native_lang'] ?? {};
    const role = {
      type: ['string', 'null'],
      enum: ['user', 'admin', null],
      description: '`user` when nothing is said.',
    };
    const flat = { ...variables, properties: { ...properties, nat_lang, role } };
    return { anyOf: [flat, underUser.schema(flat)] };
  },
};

/** Logging in, and the users of the dictionaries. */
export const users: readonly Row[] = [
  { id: 'B37', method: 'GET', ...login },
  { id: 'B37-post', method: 'POST', ...login },
  {
    id: 'B41',
    method: 'POST',
    path: '/lexicon/users',
    run: 'lexicon/create-user',
    shows: 'one',
    members: userMembers,
    location: '/lexicon/users/:public_id',
    adds: WRITTEN,
    replies: {
      found: [201, 'User created'],
      failures: {
        unauthenticated: [401, 'Unauthorized'],
        forbidden: [401, 'Unauthorized'],
        invalid: [403, 'Forbidden'],
        conflict: [403, 'Forbidden'],
      },
    },
  },
  {
    id: 'B42',
    method: 'GET',
    path: '/lexicon/users',
    run: 'lexicon/users',
    shows: 'list',
    adds: ['status', 'total'],
    replies: readsUsers,
  },
  {
    id: 'B42-resume',
    method: 'GET',
    path: '/lexicon/users',
    when: 'resume',
    run: 'lexicon/user-summaries',
    shows: 'list',
    adds: ['status', 'total'],
    replies: readsUsers,
  },
  {
    id: 'B43',
    method: 'GET',
    path: '/lexicon/users/:user_id',
    run: 'lexicon/user',
    shows: 'one',
    replies: { ...readsUsers, found: [200, 'User found'] },
  },
];
