import type { RouteDefinition } from '../table/route';

/** An application with everything it owns, in one body. */
export const applicationExport: RouteDefinition = {
  id: 'export',
  method: 'GET',
  path: '/export/applications/:application_id',
  run: 'chatbot/export-application',
  shows: 'one',
  lists: [
    {
      run: 'chatbot/export-conversations',
      fills: { conversation: '_id' },
      lists: [{ run: 'chatbot/export-requests' }],
    },
    {
      run: 'chatbot/export-fields',
      fills: { field_id: 'public_id' },
      lists: ['corpora', 'entities', 'intents', 'requests', 'templates'].map((list) => ({
        run: `chatbot/field-${list}`,
      })),
    },
    { run: 'chatbot/compilers' },
  ],
  file: 'application-:public_id.json',
  replies: {
    found: [200, 'Application exported'],
    failures: {
      unauthenticated: [401, 'A valid token is needed'],
      missing: [404, 'There is no such application'],
    },
  },
};

/** A dictionary as a file of one of the formats of other programs. */
export const dictionaryExport: RouteDefinition = {
  id: 'export-dictionary',
  method: 'GET',
  path: '/export/dictionaries/:dictionary_id.:format',
  run: 'lexicon/export-dictionary',
  shows: 'one',
  lists: [{ run: 'lexicon/export-articles' }],
  written: { as: 'dictionary', format: 'format' },
  file: ':id_dico.:format',
  replies: {
    found: [200, 'Dictionary exported'],
    failures: { missing: [404, 'There is no such dictionary'] },
  },
};

/** A field of a bot as a project of another program: `rasa`, `dialogflow` or `clu`. */
export const fieldExport: RouteDefinition = {
  id: 'export-field',
  method: 'GET',
  path: '/export/applications/:application_id/fields/:field_id.:bot_format',
  run: 'chatbot/export-field',
  shows: 'one',
  lists: [
    { run: 'chatbot/export-field-entities' },
    ...['intents', 'requests', 'templates'].map((list) => ({ run: `chatbot/field-${list}` })),
  ],
  written: { as: 'field', format: 'bot_format' },
  file: 'field-:public_id',
  replies: {
    found: [200, 'Field exported'],
    failures: {
      unauthenticated: [401, 'A valid token is needed'],
      missing: [404, 'There is no such field'],
    },
  },
};
