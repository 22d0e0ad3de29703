import { membersUnderOrFlat } from '../request/body-members';
import { WRITE_MEMBERS, type RouteResponses, type RouteDefinition } from '../table/route';

const readsMetadata: RouteResponses = {
  success: [200, 'Metadata found'],
  empty: [404, 'Metadata not found'],
  failures: { unauthenticated: [401, 'Unauthorized to get metadata'], forbidden: [403, 'Forbidden'] },
};

/** The metadata of dictionaries. */
export const metadata: readonly RouteDefinition[] = [
  {
    id: 'B38',
    method: 'POST',
    path: '/lexicon/metadata',
    run: 'lexicon/create-metadata',
    shows: 'object',
    members: membersUnderOrFlat('metadata'),
    adds: WRITE_MEMBERS,
    location: '/lexicon/metadata/:id_dico',
    responses: {
      success: [201, 'Metadata created'],
      failures: {
        unauthenticated: [401, 'Unauthorized to create Metadata'],
        forbidden: [401, 'Unauthorized to create Metadata'],
        conflict: [403, 'Forbidden'],
        DICTIONARY_UNNAMED: [403, 'Forbidden'],
      },
    },
  },
  {
    id: 'B39',
    method: 'GET',
    path: '/lexicon/metadata',
    run: 'lexicon/metadata-list',
    shows: 'list',
    adds: ['status', 'total'],
    responses: readsMetadata,
  },
  {
    id: 'B40',
    method: 'GET',
    path: '/lexicon/metadata/:dictionary_id',
    run: 'lexicon/metadata',
    shows: 'object',
    responses: readsMetadata,
  },
  {
    id: 'B40-put',
    method: 'PUT',
    path: '/lexicon/metadata/:dictionary_id',
    run: 'lexicon/update-metadata',
    shows: 'object',
    members: membersUnderOrFlat('metadata'),
    adds: WRITE_MEMBERS,
    responses: {
      success: [200, 'Metadata updated'],
      failures: {
        unauthenticated: [401, 'Unauthorized to update Metadata'],
        forbidden: [401, 'Unauthorized to update Metadata'],
        missing: [404, 'Metadata not found'],
      },
    },
  },
  {
    id: 'B40-delete',
    method: 'DELETE',
    path: '/lexicon/metadata/:dictionary_id',
    run: 'lexicon/delete-metadata',
    shows: 'object',
    adds: WRITE_MEMBERS,
    query: ['confirm'],
    responses: {
      success: [200, 'Metadata deleted'],
      failures: {
        unauthenticated: [401, 'Unauthorized to delete Metadata'],
        forbidden: [401, 'Unauthorized to delete Metadata'],
        missing: [404, 'Metadata not found'],
      },
    },
  },
];
