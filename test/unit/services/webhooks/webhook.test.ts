import { WebhookService } from '../../../../src/services/webhooks/webhook.service';

const SECRET = 'a-secret-of-the-connector';
const ADDRESS = '192.0.2.1';
const OF = { publicId: 'b1', connector: 'instantMessaging' } as const;
const WEBHOOK = { channel: 'telegram', secret: SECRET, token: '123456:abcdef' };

/** A request without a message, as a picture is none. */
const REQUEST = { body: JSON.stringify({ update_id: 1 }), signature: SECRET };

interface Circumstances {
  readonly exhausted?: string;
  readonly isCounted?: boolean;
  readonly areWaiting?: boolean;
}

function serviceIn({ exhausted, isCounted = true, areWaiting = false }: Circumstances) {
  const connectors = JSON.stringify({ [OF.connector]: { webhook: WEBHOOK } });
  const storage = {
    applications: { findMany: () => Promise.resolve([{ connectors, isDisabled: false }]) },
    deliveries: { areWaiting: () => Promise.resolve(areWaiting) },
    attempts: () => ({ add: () => Promise.resolve(0) }),
  };
  const budgets = {
    ofAccount: (role: string, publicId: string, address: string) =>
      isCounted && role === 'application' && publicId === OF.publicId && address === ADDRESS
        ? { key: 'application:b1', class: 'account' }
        : undefined,
    stateOf: () => ({ exhausted, resetsAfter: 9 }),
    chargeTo: () => () => undefined,
  };
  const rules = { isOn: true, sparesLoopback: true };
  return new WebhookService(storage as never, { budgets, rules, wake: () => undefined } as never);
}

test('an application whose work has used up its budget takes no messages until that is full again', async () => {
  const refused = serviceIn({ exhausted: 'databaseMs' }).receive(OF, REQUEST, ADDRESS);

  await expect(refused).rejects.toMatchObject({ reason: 'RATE_LIMITED', details: { retryAfter: 9 } });
});

test('one that is not counted, or has some of its budget left, takes them', async () => {
  const none = { accepted: 0, duplicates: 0 };

  expect(await serviceIn({}).receive(OF, REQUEST, ADDRESS)).toEqual(none);
  expect(await serviceIn({ exhausted: 'bytes', isCounted: false }).receive(OF, REQUEST, ADDRESS)).toEqual(
    none,
  );
});

test('an application with a hundred undelivered answers accepts no messages', async () => {
  const refused = serviceIn({ areWaiting: true }).receive(OF, REQUEST, ADDRESS);

  await expect(refused).rejects.toMatchObject({ reason: 'RATE_LIMITED', details: { retryAfter: 60 } });
});
