import graphql from '@graphql-eslint/eslint-plugin';

const { 'flat/schema-all': all, 'flat/schema-relay': relay } = graphql.configs;

/** Rules of the two sets that do not hold here, each with the reason. At most ten. */
const EXCEPTIONS = {
  // The printer sorts types and fields; `npm run check:schema` compares the file with its output.
  '@graphql-eslint/alphabetize': 'off',
  // Mutations name their object by arguments beside `input`: see decision 0145.
  '@graphql-eslint/input-name': 'off',
  // The sets forbid mutations and subscriptions.
  '@graphql-eslint/no-root-type': 'off',
  // `dictionaryId`, `corpusName` and `username` are the words of the interface for what its users choose.
  '@graphql-eslint/no-typename-prefix': 'off',
  // A search goes forwards only.
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: false }],
  // Values such as translations are lists without pages, and a search hit is no object of its own.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: false, listTypeCanWrapOnlyEdgeType: false },
  ],
  // A payload has its object, which leads on; another query is a field beside the mutation's result for few.
  '@graphql-eslint/require-field-of-type-query-in-mutation-result': 'off',
  // A list that cannot be read is an error of the whole query.
  '@graphql-eslint/require-nullable-result-in-root': 'off',
  // Values, pages, edges and payloads are no objects: they have no identifier.
  '@graphql-eslint/strict-id-in-types': 'off',
};

export default [
  {
    files: ['schema/schema.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/schema.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: { ...all.rules, ...relay.rules, ...EXCEPTIONS },
  },
];
