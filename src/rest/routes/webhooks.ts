import type { RouteDefinition } from '../table/route';

const PATH = '/chatbot/connectors/:application_id/:connector';

const FAILURES = { missing: [404, 'There is no such webhook'] } as const;

/** Webhooks of the connectors of applications: what channels send, and how one of them confirms the address. */
export const webhooks: readonly RouteDefinition[] = [
  {
    id: 'webhook-post',
    method: 'POST',
    path: PATH,
    run: 'chatbot/receive-messages',
    shows: 'one',
    isSigned: true,
    adds: ['message', 'status'],
    explains: 'error',
    replies: { found: [200, 'Messages received'], failures: FAILURES },
  },
  {
    id: 'webhook',
    method: 'GET',
    path: PATH,
    run: 'chatbot/webhook-challenge',
    shows: 'one',
    text: 'challenge',
    explains: 'error',
    replies: { found: [200, 'Webhook confirmed'], failures: FAILURES },
  },
];
