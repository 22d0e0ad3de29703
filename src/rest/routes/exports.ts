import { arraySchema, objectSchema } from '../request/body-members';
import type { RouteDefinition } from '../table/route';

/** An article can have 50 recordings and pictures, which count in the cost of the operation, so a page has few articles. */
const ARTICLES_WITH_MEDIA = { run: 'lexicon/export-articles-with-media', maxItems: 25 };

/** An application with everything it owns, in one body. */
export const applicationExport: RouteDefinition = {
  id: 'export',
  method: 'GET',
  path: '/export/applications/:application_id',
  run: 'chatbot/export-application',
  shows: 'object',
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
  fileName: 'application-:public_id.json',
  responses: {
    success: [200, 'Application exported'],
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
  shows: 'object',
  lists: [{ run: 'lexicon/export-articles' }, { ...ARTICLES_WITH_MEDIA, isForSome: true }],
  exportedFile: {
    as: 'dictionary',
    format: 'format',
    report: '/export/dictionaries/:id_dico.:format/losses',
  },
  fileName: ':id_dico.:format',
  responses: {
    success: [200, 'Dictionary exported'],
    failures: { missing: [404, 'There is no such dictionary'] },
  },
};

const count = { type: 'integer', minimum: 0 };

const LOSS_REPORT_SCHEMA = objectSchema({
  dictionary: { type: 'string' },
  format: { type: 'string' },
  entries: count,
  rows: arraySchema(
    objectSchema(
      {
        path: { type: 'string', description: 'Path of the values in articles or imported entries.' },
        seen: { ...count, description: 'The sum of the other three.' },
        typed: { ...count, description: 'Number written, as separate values or in a text for people.' },
        kept: { ...count, description: 'As in the imported file.' },
        dropped: { ...count, description: 'Left out.' },
        reason: { type: 'string', description: 'Why some are left out.' },
      },
      new Set(['reason']),
    ),
  ),
});

/** The report of what the file of a dictionary lacks. */
export const lossesExport: RouteDefinition = {
  id: 'export-losses',
  method: 'GET',
  path: '/export/dictionaries/:dictionary_id.:format/losses',
  run: 'lexicon/export-losses',
  shows: 'object',
  lists: [ARTICLES_WITH_MEDIA],
  exportedFile: { as: 'losses', format: 'format', schema: LOSS_REPORT_SCHEMA },
  fileName: ':id_dico.:format.losses.json',
  responses: {
    success: [200, 'Losses of the export found'],
    failures: { missing: [404, 'There is no such dictionary'] },
  },
};

/** A field of a bot as a project of another program: `rasa`, `dialogflow` or `clu`. */
export const fieldExport: RouteDefinition = {
  id: 'export-field',
  method: 'GET',
  path: '/export/applications/:application_id/fields/:field_id.:bot_format',
  run: 'chatbot/export-field',
  shows: 'object',
  lists: [
    // One entity can have 5,000 values from a dictionary.
    { run: 'chatbot/export-field-entities', maxItems: 1 },
    ...['intents', 'requests', 'templates'].map((list) => ({ run: `chatbot/field-${list}` })),
  ],
  exportedFile: { as: 'field', format: 'bot_format' },
  fileName: 'field-:public_id',
  responses: {
    success: [200, 'Field exported'],
    failures: {
      unauthenticated: [401, 'A valid token is needed'],
      missing: [404, 'There is no such field'],
    },
  },
};
