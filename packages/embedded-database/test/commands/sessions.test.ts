import { rm } from 'node:fs/promises';
import { openEnvironment } from '../../src/store/file/environment';
import { inKeyspace } from '../../src/store/file/keys';
import { Store } from '../../src/store/store';
import { Transactions } from '../../src/store/transactions/transactions';
import { temporaryFolder } from '../support/engines';

/** Commands of a session while another of its commands runs, which no driver sends on purpose. */
describe('the transactions of a session', () => {
  const KEY = inKeyspace(16, Buffer.from('key'));
  let dataDir: string;
  let store: Store;
  let transactions: Transactions;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    store = new Store(
      await openEnvironment(dataDir),
      () => undefined,
      ({ message }) => {
        throw new Error(message);
      },
    );
    transactions = new Transactions(store, 60_000);
  });
  afterEach(async () => {
    transactions.endAll();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('continue while the previous one is committed, and release their claims', async () => {
    transactions.begin('s', 1n).overlay.put(KEY, Buffer.from('first'));
    const commit = transactions.commit('s', 1n);
    const second = transactions.begin('s', 2n);
    const other = inKeyspace(16, Buffer.from('other'));
    second.overlay.claim([other]);

    await commit;
    transactions.abort('s', 2n);

    expect(store.current.get(KEY)?.toString()).toBe('first');
    expect(second.isOver).toBe(true);
    expect(store.claims.isEmpty).toBe(true);
  });

  it('do not execute a statement that waited until they had ended', () => {
    const transaction = transactions.begin('s', 1n);
    transactions.abort('s', 1n);

    expect(() => transaction.collection('t.words')).toThrow('The transaction has been aborted');
  });
});
