import { mayResetPasswordOf } from '../../../../src/domain/account/password-reset';
import type { DictionaryRole, Membership } from '../../../../src/shared/viewer';

type Target = Parameters<typeof mayResetPasswordOf>[0];

const inOf = (roles: Readonly<Record<string, DictionaryRole>>): readonly Membership[] =>
  Object.entries(roles).map(([dictionaryId, role]) => ({ dictionaryId, role }));

const person = (more: Partial<Target> = {}): Target => ({
  number: 1,
  role: 'user',
  isDisabled: false,
  ownersMayResetPassword: true,
  ...more,
});
const MEMBER = person({ number: 2, memberships: inOf({ a: 'editor' }) });
const OWNER = person({ memberships: inOf({ a: 'owner' }) });

test('an admin may create a link for everyone else', () => {
  const admin = person({ role: 'admin' });

  for (const target of [
    MEMBER,
    person({ number: 2, ownersMayResetPassword: false }),
    { ...admin, number: 2 },
  ])
    expect(mayResetPasswordOf(target, admin)).toBe(true);
  expect(mayResetPasswordOf(admin, admin)).toBe(false);
  expect(mayResetPasswordOf(MEMBER, { ...admin, isDisabled: true })).toBe(false);
});

test('an owner may create a link for a member who has agreed', () => {
  expect(mayResetPasswordOf(MEMBER, OWNER)).toBe(true);
  expect(mayResetPasswordOf({ ...MEMBER, memberships: inOf({ a: 'owner' }) }, OWNER)).toBe(true);
});

test.each<[string, Target, Target]>([
  ['one who has not agreed', { ...MEMBER, ownersMayResetPassword: false }, OWNER],
  ['themselves', { ...OWNER, number: 1 }, OWNER],
  ['an admin', { ...MEMBER, role: 'admin' }, OWNER],
  ['one who is no member of anything', person({ number: 2 }), OWNER],
  ['a member of another dictionary', { ...MEMBER, memberships: inOf({ b: 'contributor' }) }, OWNER],
  [
    'a member of theirs and of another',
    { ...MEMBER, memberships: inOf({ a: 'editor', b: 'editor' }) },
    OWNER,
  ],
  ['a member, if they are disabled', MEMBER, { ...OWNER, isDisabled: true }],
  ['a member, if they are editors', MEMBER, { ...OWNER, memberships: inOf({ a: 'editor' }) }],
  [
    'one who may more elsewhere',
    { ...MEMBER, memberships: inOf({ a: 'editor', b: 'owner' }) },
    { ...OWNER, memberships: inOf({ a: 'owner', b: 'editor' }) },
  ],
])('an owner may make none for %s', (_, target, maker) => {
  expect(mayResetPasswordOf(target, maker)).toBe(false);
});

test('an owner of one dictionary of a member needs at least the rights of the member in the others', () => {
  const target = { ...MEMBER, memberships: inOf({ a: 'contributor', b: 'editor' }) };
  const maker = { ...OWNER, memberships: inOf({ a: 'owner', b: 'editor' }) };

  expect(mayResetPasswordOf(target, maker)).toBe(true);
});
