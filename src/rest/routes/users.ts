import { Failure } from '../../shared/failure';
import { membersOfBody, membersUnder, type BodyMembers, type Properties } from '../request/body-members';
import { WRITE_MEMBERS, type RouteResponses, type RouteDefinition } from '../table/route';

const login = {
  path: '/lexicon/login',
  run: 'lexicon/login',
  shows: 'object',
  responses: {
    success: [200, 'Token generated'],
    failures: { unauthenticated: [401, 'Unauthorized'], forbidden: [403, 'Forbidden'] },
  },
} as const satisfies Partial<RouteDefinition>;

const readsUsers: RouteResponses = {
  success: [200, 'Users found'],
  empty: [404, "User's id not found"],
  failures: { unauthenticated: [401, 'Unauthorized to get user'], forbidden: [403, 'Forbidden'] },
};

/** Source of the status without the role: interface text, section 5.6. */
const changesUser: RouteResponses['failures'] = {
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [401, 'Unauthorized'],
  missing: [404, "User's id not found"],
};

const underUser = membersUnder('user');

/** Members of a user. The mother tongue has two documented names, of which one is enough. The role is in lower case. */
const userMembers: BodyMembers = {
  read: (body) => {
    const { nat_lang, ...content } = membersIn(body);
    return { ...content, native_lang: motherTongueIn({ ...content, nat_lang }), role: roleIn(content) };
  },
  schema: (variables) => {
    const properties = variables['properties'] as Properties;
    const nat_lang = properties['native_lang'] ?? {};
    const role = {
      type: ['string', 'null'],
      enum: ['user', 'admin', null],
      description: 'Defaults to `user`.',
    };
    const flat = { ...variables, properties: { ...properties, nat_lang, role } };
    return { anyOf: [flat, underUser.schema(flat)] };
  },
};

/** Members of the body that a change of a user reads. */
const EDITABLE_MEMBERS: ReadonlySet<string> = new Set([
  'address',
  'disable_user',
  'for_lang',
  'name',
  'nat_lang',
  'native_lang',
  'role',
]);

/** Members of a change of a user. A client may send back a user as it was read, so members that cannot be changed are ignored. A password is refused. */
const editMembers: BodyMembers = {
  read: (body) => {
    const members = membersIn(body);
    if ('password' in members || 'old_password' in members)
      throw new Failure(
        'INVALID_INPUT',
        'this route cannot change password; use the GraphQL mutation changePassword',
      );
    return userMembers.read(body);
  },
  schema: userMembers.schema,
  ignored: (body) => Object.keys(membersIn(body)).filter((name) => !EDITABLE_MEMBERS.has(name)),
};

function membersIn(body: unknown): Readonly<Record<string, unknown>> {
  const flat = membersOfBody.read(body);
  return 'user' in flat ? underUser.read(body) : flat;
}

function motherTongueIn({ nat_lang, native_lang }: Readonly<Record<string, unknown>>): unknown {
  if (nat_lang === undefined || nat_lang === null || nat_lang === native_lang) return native_lang;
  if (typeof nat_lang !== 'string') throw new Failure('INVALID_INPUT', 'nat_lang must be a string');
  if (native_lang === undefined || native_lang === null) return nat_lang;
  throw new Failure(
    'INVALID_INPUT',
    'nat_lang and native_lang are the same field and must have the same value',
  );
}

function roleIn({ role }: Readonly<Record<string, unknown>>): unknown {
  if (role === undefined || role === null) return role;
  if (typeof role === 'string' && /^(user|admin)$/i.test(role)) return role.toUpperCase();
  throw new Failure('INVALID_INPUT', 'role must be user or admin');
}

/** Logging in, and the users of the dictionaries. */
export const users: readonly RouteDefinition[] = [
  { id: 'B37', method: 'GET', ...login },
  { id: 'B37-post', method: 'POST', ...login },
  {
    id: 'B41',
    method: 'POST',
    path: '/lexicon/users',
    run: 'lexicon/create-user',
    shows: 'object',
    members: userMembers,
    location: '/lexicon/users/:public_id',
    adds: WRITE_MEMBERS,
    responses: {
      success: [201, 'User created'],
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
    responses: readsUsers,
  },
  {
    id: 'B42-resume',
    method: 'GET',
    path: '/lexicon/users',
    when: 'resume',
    run: 'lexicon/user-summaries',
    shows: 'list',
    adds: ['status', 'total'],
    responses: readsUsers,
  },
  {
    id: 'B43',
    method: 'GET',
    path: '/lexicon/users/:user_id',
    run: 'lexicon/user',
    shows: 'object',
    responses: { ...readsUsers, success: [200, 'User found'] },
  },
  {
    id: 'B43-put',
    method: 'PUT',
    path: '/lexicon/users/:user_id',
    run: 'lexicon/update-user',
    shows: 'object',
    members: editMembers,
    adds: WRITE_MEMBERS,
    explains: 'detail',
    responses: { success: [200, 'User updated'], failures: changesUser },
  },
  {
    id: 'B43-delete',
    method: 'DELETE',
    path: '/lexicon/users/:user_id',
    run: 'lexicon/delete-user',
    shows: 'object',
    adds: WRITE_MEMBERS,
    explains: 'detail',
    responses: { success: [200, 'User deleted'], failures: changesUser },
  },
];
