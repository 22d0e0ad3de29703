import { membersOfBody, membersUnder, type BodyMembers } from '../body-members';
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

/** The mother tongue has two names, of which one is enough; a role is written in small letters. */
const userMembers: BodyMembers = (body) => {
  const given = 'user' in membersOfBody(body) ? membersUnder('user')(body) : membersOfBody(body);
  const { role, nat_lang, native_lang = nat_lang } = given;
  return { ...given, native_lang, role: typeof role === 'string' ? role.toUpperCase() : role };
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
