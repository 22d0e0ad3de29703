import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { UploadRecord } from '../../src/domain/imports/import-record';
import { UploadRepository } from '../../src/storage/dictionaries/upload-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { type TestStorage, testStorage } from '../support/storage';

const BOUNDS = { maxUploads: 5, maxBytesPerAccount: 100, maxBytes: 100 };
const LATER = new Date(Date.now() + 3_600_000);

let storage: TestStorage;
let uploads: UploadRepository;

beforeEach(async () => {
  storage = await testStorage();
  const { models } = storage;
  uploads = new UploadRepository(models, transactionsOf(models.uploads.db));
});

afterEach(() => storage.close());

const upload = (uploadId: string, more: Partial<UploadRecord> = {}): UploadRecord => ({
  uploadId,
  accountId: '1',
  file: 'words.csv',
  length: 6,
  offset: 0,
  expiresAt: LATER,
  ...more,
});

const contentOf = async (uploadId: string) =>
  (await buffer(Readable.from(uploads.parts(uploadId)))).toString();

test('one of two requests that append at the same offset succeeds', async () => {
  const one = upload('one');
  await uploads.insert(one, BOUNDS);

  const appended = [
    await uploads.append(one, Buffer.from('abc')),
    await uploads.append(one, Buffer.from('xyz')),
    await uploads.append({ ...one, offset: 3 }, Buffer.from('def')),
    await uploads.append(upload('none'), Buffer.from('abc')),
  ];

  expect(appended).toEqual([true, false, true, false]);
  expect((await uploads.find('one'))?.offset).toBe(6);
  expect([await contentOf('one'), await contentOf('none')]).toEqual(['abcdef', '']);
});

test('an upload whose part cannot be stored stays as long as it was', async () => {
  const one = upload('one');
  await uploads.insert(one, BOUNDS);
  jest.spyOn(storage.models.uploadParts, 'create').mockImplementationOnce(() => {
    throw new Error('the part cannot be stored');
  });

  await expect(uploads.append(one, Buffer.from('abc'))).rejects.toThrow('the part cannot be stored');

  expect((await uploads.find('one'))?.offset).toBe(0);
  expect(await uploads.append(one, Buffer.from('abcdef'))).toBe(true);
  expect(await contentOf('one')).toBe('abcdef');
});

test('an expired one no longer exists or counts, and a removed one leaves no parts', async () => {
  const old = upload('old', { length: 90, expiresAt: new Date(Date.now() - 1) });
  const full = upload('full', { length: 90 });
  expect(await uploads.insert(old, BOUNDS)).toBe(true);
  expect(await uploads.insert(full, BOUNDS)).toBe(true);
  expect(await uploads.insert(upload('more', { length: 11 }), BOUNDS)).toBe(false);
  expect(await uploads.insert(upload('others', { accountId: '2', length: 11 }), BOUNDS)).toBe(false);
  expect(await uploads.insert(upload('last', { length: 10 }), BOUNDS)).toBe(true);
  await uploads.append(full, Buffer.from('abc'));

  await uploads.remove('full');

  expect([await uploads.find('old'), await uploads.find('full')]).toEqual([undefined, undefined]);
  expect(await contentOf('full')).toBe('');
});
