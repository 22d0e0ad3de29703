import type { RouteDefinition } from '../table/route';
import { NO_TOKEN } from './applications';

const APPLICATION = '/chatbot/core/applications/:application_id';
const CONVERSATION = `${APPLICATION}/conversations/:conversation_id`;
const FIELD = `${APPLICATION}/fields/:field_id`;

/** Conversations and fields show lists of their own: a page of them is as large as what one application shows. */
const MOST_WHOLE = 100;

interface ResourceList {
  readonly name: string;
  readonly path: string;
  readonly run: string;
  /** Largest `limit`; that of other lists when absent. */
  readonly most?: number;
  /** The owner of the list. */
  readonly owner: 'application' | 'conversation' | 'field';
}

/** Lists of an application and its objects, page by page: the documented reads show the newest hundred objects of a list. */
export const resourceLists: readonly RouteDefinition[] = [
  listRoute({
    most: MOST_WHOLE,
    name: 'conversations',
    path: `${APPLICATION}/conversations`,
    run: 'conversations',
    owner: 'application',
  }),
  listRoute({
    most: MOST_WHOLE,
    name: 'fields',
    path: `${APPLICATION}/fields`,
    run: 'fields',
    owner: 'application',
  }),
  listRoute({ name: 'compilers', path: `${APPLICATION}/compilers`, run: 'compilers', owner: 'application' }),
  listRoute({
    name: 'requests',
    path: `${CONVERSATION}/requests`,
    run: 'conversation-requests',
    owner: 'conversation',
  }),
  listRoute({ name: 'corpus', path: `${FIELD}/corpus`, run: 'field-corpora', owner: 'field' }),
  listRoute({ name: 'entities', path: `${FIELD}/entities`, run: 'field-entities', owner: 'field' }),
  listRoute({ name: 'intents', path: `${FIELD}/intents`, run: 'field-intents', owner: 'field' }),
  listRoute({ name: 'requests', path: `${FIELD}/requests`, run: 'field-requests', owner: 'field' }),
  listRoute({ name: 'templates', path: `${FIELD}/templates`, run: 'field-templates', owner: 'field' }),
];

function listRoute({ name, path, run, owner, most }: ResourceList): RouteDefinition {
  return {
    ...(most === undefined ? {} : { most }),
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
