import { CredentialRepository } from '../../src/storage/accounts/credential-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { type TestStorage, testStorage } from '../support/storage';

let storage: TestStorage;
let credentials: CredentialRepository;

beforeEach(async () => {
  storage = await testStorage();
  const { models } = storage;
  credentials = new CredentialRepository(models, transactionsOf(models.users.db));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await storage.close();
});

const RESET = {
  hash: 'of a link',
  by: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
};

test('a password is set by a link together with the end of the sessions, or not at all', async () => {
  const { users, sessions } = storage.models;
  const names = ['first', 'second'];
  await users.collection.insertMany(
    names.map((username, number) => ({ username, nameKey: username, number, passwordHash: 'old' })),
  );
  await sessions.collection.insertMany(
    names.map((_, number) => ({
      _id: `of ${number}` as never,
      kind: 'user',
      accountId: String(number),
      expiresAt: RESET.expiresAt,
    })),
  );
  const stored = async () => ({
    passwords: (await users.find().sort({ number: 1 }).lean()).map(({ passwordHash }) => passwordHash),
    sessions: (await sessions.find().sort({ _id: 1 }).lean()).map(({ accountId }) => accountId),
  });
  const use = () => credentials.useReset({ number: 1, hash: RESET.hash, passwordHash: 'new' }, () => true);
  await credentials.setReset(1, RESET, () => true);

  jest.spyOn(sessions, 'deleteMany').mockImplementation(() => {
    throw new Error('the sessions cannot be ended');
  });
  await expect(use()).rejects.toThrow('the sessions cannot be ended');
  expect(await stored()).toEqual({ passwords: ['old', 'old'], sessions: ['0', '1'] });
  jest.restoreAllMocks();

  expect((await use())?.username).toBe('second');
  expect(await stored()).toEqual({ passwords: ['old', 'new'], sessions: ['0'] });
  expect(await use()).toBeUndefined();
});
