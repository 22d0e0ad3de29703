import type { Row } from '../row';
import { NO_TOKEN } from './applications';

const APPLICATION = '/chatbot/core/applications/:application_id';
const CONVERSATION = `${APPLICATION}/conversations/:conversation_id`;
const FIELD = `${APPLICATION}/fields/:field_id`;

interface OwnedList {
  readonly name: string;
  readonly path: string;
  readonly run: string;
  /** What has the list. */
  readonly owner: 'application' | 'conversation' | 'field';
}

/** What an application owns, page by page: the documented reads show the newest hundred objects of a list. */
export const ownedLists: readonly Row[] = [
  listed({
    name: 'conversations',
    path: `${APPLICATION}/conversations`,
    run: 'conversations',
    owner: 'application',
  }),
  listed({ name: 'fields', path: `${APPLICATION}/fields`, run: 'fields', owner: 'application' }),
  listed({ name: 'compilers', path: `${APPLICATION}/compilers`, run: 'compilers', owner: 'application' }),
  listed({
    name: 'requests',
    path: `${CONVERSATION}/requests`,
    run: 'conversation-requests',
    owner: 'conversation',
  }),
  listed({ name: 'corpus', path: `${FIELD}/corpus`, run: 'field-corpora', owner: 'field' }),
  listed({ name: 'entities', path: `${FIELD}/entities`, run: 'field-entities', owner: 'field' }),
  listed({ name: 'intents', path: `${FIELD}/intents`, run: 'field-intents', owner: 'field' }),
  listed({ name: 'requests', path: `${FIELD}/requests`, run: 'field-requests', owner: 'field' }),
  listed({ name: 'templates', path: `${FIELD}/templates`, run: 'field-templates', owner: 'field' }),
];

function listed({ name, path, run, owner }: OwnedList): Row {
  return {
    id: `A3-${run}`,
    method: 'GET',
    path,
    run: `chatbot/${run}`,
    shows: 'list',
    adds: ['message', 'status', 'total', 'uri'],
    replies: {
      found: [200, `Successfully load ${name}`],
      failures: {
        unauthenticated: NO_TOKEN,
        forbidden: NO_TOKEN,
        missing: [404, `No ${owner} found`],
      },
    },
  };
}
