/** @jest-environment node */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutboxService } from '../../../../src/services/webhooks/outbox.service';

/** Deliveries of applications, the oldest first: one of them answers only when it is let go. */
function storageOf(url: string, waiting: string[]) {
  const connectors = (id: string) =>
    JSON.stringify({
      telephony: { webhook: { channel: 'http', secret: 'a-secret-of-the-connector', url: `${url}/${id}` } },
    });
  return {
    applications: {
      findMany: ([id]: readonly string[]) => Promise.resolve([{ connectors: connectors(id!) }]),
    },
    deliveries: {
      due: (limit: number, without: readonly string[]) =>
        Promise.resolve(
          waiting
            .map((applicationId) => ({ _id: applicationId, applicationId }))
            .filter(({ applicationId }) => !without.includes(applicationId))
            .slice(0, limit),
        ),
      take: (_id: string) => {
        waiting.splice(waiting.indexOf(_id), 1);
        return Promise.resolve({ _id, applicationId: _id, connector: 'telephony', reply: 'x', to: 'x' });
      },
      change: () => Promise.resolve(true),
    },
  };
}

test('leaves deliveries to others if the receivers of an application are slow', async () => {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void held.push(response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const now = jest.spyOn(performance, 'now');
  const slow = Array.from({ length: 8 }, (_, n) => `slow-${n}`);
  const waiting = [...slow, ...slow];
  const storage = storageOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, waiting);
  const outbox = new OutboxService(storage as never, { toPrivate: true });
  const release = async (under: readonly Promise<void>[]) => {
    while (held.length < under.length) await new Promise((resolve) => setImmediate(resolve));
    for (const response of held.splice(0)) response.end();
    await Promise.all(under);
  };

  const first = await outbox.begin();
  expect(first).toHaveLength(16);
  now.mockReturnValue(performance.now() + 5000);
  await release(first);
  waiting.push(...slow, ...slow, 'quick');
  const second = await outbox.begin();

  expect(second).toHaveLength(7);
  expect(waiting).not.toContain('quick');
  await release(second);
  now.mockRestore();
  server.close();
});
