import { PasswordResetService } from '../../../../src/services/accounts/password-reset.service';
import { Failure } from '../../../../src/shared/failure';

const USER = { number: 7, username: 'forgetful', role: 'user', isDisabled: false };

/** A service whose limit on accounts is used up. */
function serviceFor(user: object | undefined = USER) {
  const counted: string[] = [];
  const byAccount = {
    take: (key: string) => {
      counted.push(key);
      return Promise.reject(new Failure('RATE_LIMITED', 'too many links'));
    },
  };
  const credentials = { creatorOf: () => Promise.resolve(null), setReset: () => Promise.resolve(true) };
  const users = { find: () => Promise.resolve(user) };
  const service = new PasswordResetService(
    { credentials } as never,
    { users } as never,
    { byAccount } as never,
  );
  const create = (role: 'operator' | 'admin' | 'user') =>
    service.create({ role, accountId: '3', name: '', sessionId: '' }, 'forgetful');
  return { create, counted };
}

test('the links that a user makes are counted, those of an operator are not', async () => {
  const { create, counted } = serviceFor();

  for (const role of ['admin', 'user'] as const)
    await expect(create(role)).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
  expect(counted).toEqual(['user:3', 'user:3']);

  expect((await create('operator')).token).toMatch(/^7-[\w-]{43}$/);
  expect(counted).toHaveLength(2);
});
