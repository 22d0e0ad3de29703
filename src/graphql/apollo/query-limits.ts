import { ApolloArmor } from '@escape.tech/graphql-armor';
import { GraphQLError, type ValidationContext } from 'graphql';

/** Levels of fields within each other; fragments do not count as levels. Source: the documented limit. */
const DEEPEST_QUERY = 10;

/** Each alias can repeat expensive work, a login for instance; no client of ours needs as many. */
const MOST_ALIASES = 30;

const MOST_DIRECTIVES = 50;

/** Comments are no tokens, but cost the parser as much. */
export const MOST_COMMENTS = 1000;

type Protection = ReturnType<ApolloArmor['protect']>;

/**
 * Limits on the shape of a query, checked before it runs.
 *
 * Its token limit is off, since it turns syntax errors into 500 and the parser has its own. Its cost limit is off,
 * since it does not see page sizes that are variables; see `costLimit`.
 *
 * @param suggestions whether errors may name similar fields, which tells of the schema
 */
export function queryLimits({ suggestions }: { readonly suggestions: boolean }): Protection {
  return new ApolloArmor({
    maxTokens: { enabled: false },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: !suggestions },
    maxDepth: {
      n: DEEPEST_QUERY,
      flattenFragments: true,
      ...refusal(`The query is deeper than ${DEEPEST_QUERY} levels`),
    },
    maxAliases: {
      n: MOST_ALIASES,
      allowList: [],
      ...refusal(`The query has more than ${MOST_ALIASES} aliases`),
    },
    maxDirectives: {
      n: MOST_DIRECTIVES,
      ...refusal(`The query has more than ${MOST_DIRECTIVES} directives`),
    },
  }).protect();
}

/** Reported as a validation error: thrown, it would end as 500, and in its own words as a syntax error. */
function refusal(message: string): {
  readonly propagateOnRejection: false;
  readonly onReject: [(context: ValidationContext | null) => void];
} {
  const report = (context: ValidationContext | null): void => {
    context?.reportError(new GraphQLError(message));
  };
  return { propagateOnRejection: false, onReject: [report] };
}
