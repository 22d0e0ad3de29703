import type { RouteDefinition } from '../table/route';
import { NO_TOKEN } from './applications';

const APPLICATION_PATH = '/chatbot/core/applications/:application_id';
const CONVERSATION_PATH = `${APPLICATION_PATH}/conversations/:conversation_id`;
const FIELD_PATH = `${APPLICATION_PATH}/fields/:field_id`;

/** Maximum number of conversations or fields on a page, because each item contains lists. */
const MAX_ITEMS_WITH_LISTS = 100;

interface ResourceList {
  readonly name: string;
  readonly path: string;
  readonly run: string;
  /** Largest `limit`. Defaults to that of other lists. */
  readonly maxPageSize?: number;
  /** The owner of the list. */
  readonly owner: 'application' | 'conversation' | 'field';
}

/** Lists of an application and its objects, page by page: the documented reads show the newest hundred objects of a list. */
export const resourceLists: readonly RouteDefinition[] = [
  listRoute({
    maxPageSize: MAX_ITEMS_WITH_LISTS,
    name: 'conversations',
    path: `${APPLICATION_PATH}/conversations`,
    run: 'conversations',
    owner: 'application',
  }),
  listRoute({
    maxPageSize: MAX_ITEMS_WITH_LISTS,
    name: 'fields',
    path: `${APPLICATION_PATH}/fields`,
    run: 'fields',
    owner: 'application',
  }),
  listRoute({
    name: 'compilers',
    path: `${APPLICATION_PATH}/compilers`,
    run: 'compilers',
    owner: 'application',
  }),
  listRoute({
    name: 'requests',
    path: `${CONVERSATION_PATH}/requests`,
    run: 'conversation-requests',
    owner: 'conversation',
  }),
  listRoute({ name: 'corpus', path: `${FIELD_PATH}/corpus`, run: 'field-corpora', owner: 'field' }),
  listRoute({ name: 'entities', path: `${FIELD_PATH}/entities`, run: 'field-entities', owner: 'field' }),
  listRoute({ name: 'intents', path: `${FIELD_PATH}/intents`, run: 'field-intents', owner: 'field' }),
  listRoute({ name: 'requests', path: `${FIELD_PATH}/requests`, run: 'field-requests', owner: 'field' }),
  listRoute({ name: 'templates', path: `${FIELD_PATH}/templates`, run: 'field-templates', owner: 'field' }),
];

function listRoute({ name, path, run, owner, maxPageSize }: ResourceList): RouteDefinition {
  return {
    ...(maxPageSize === undefined ? {} : { maxPageSize }),
    id: `A3-${run}`,
    method: 'GET',
    path,
    run: `chatbot/${run}`,
    shows: 'list',
    adds: ['message', 'status', 'total', 'uri'],
    responses: {
      success: [200, `Successfully load ${name}`],
      failures: {
        unauthenticated: NO_TOKEN,
        forbidden: NO_TOKEN,
        missing: [404, `No ${owner} found`],
      },
    },
  };
}
