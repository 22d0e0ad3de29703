import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { proxyBefore } from '../support/database-proxy';
import { engineEnd, failureOf, temporaryFolder } from '../support/engines';

/** Only for the embedded engine, because MongoDB waits a minute here. */
test('the transaction of a killed client is aborted at once, and others continue to write', async () => {
  const dataDir = await temporaryFolder();
  const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 0.2 });
  const proxy = await proxyBefore(engine.uri);
  const killed = await new MongoClient(proxy.uri).connect();
  const other = await new MongoClient(engine.uri).connect();
  const words = other.db('t').collection<{ readonly _id: number; readonly n: number }>('words');
  await words.insertOne({ _id: 1, n: 0 });
  const session = killed.startSession();
  session.startTransaction();
  const its = killed.db('t').collection<{ readonly _id: number; readonly n: number }>('words');
  await its.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });

  proxy.cut();
  const started = performance.now();
  await words.updateOne({ _id: 1 }, { $inc: { n: 100 } });
  const waited = performance.now() - started;
  const error = await failureOf(its.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }));

  expect(waited).toBeLessThan(20_000);
  // The driver passes on an error of its socket unchanged, without labels.
  if (!/ECONNRESET|EPIPE|socket has been ended/.test(error.message))
    expect(error.errorLabels).toContain('TransientTransactionError');
  expect(await words.findOne({ _id: 1 })).toEqual({ _id: 1, n: 100 });
  await Promise.all([killed.close(), other.close(), proxy.close()]);
  await engine.close();
  await engineEnd(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});
