import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  GraphQLError,
  type ValidationContext,
  type ValidationRule,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
} from 'graphql';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { MAX_TOKENS } from '../../shared/documents';
import { operationCost } from './operation-cost';
import type { OperationObserver } from './operation-observers';

/** Maximum depth of nested fields. Fragments do not count as levels. Source: the documented limit. */
const DEEPEST_QUERY = 10;

/** Maximum number of aliases. Each can repeat expensive work, such as a login; no known client needs as many. */
const MAX_ALIASES = 30;

const MAX_DIRECTIVES = 50;

/** Maximum number of comments. They do not count as tokens, but take the parser as long. */
const MAX_COMMENTS = 1000;

/** Limits for parsing documents. */
export const PARSE_OPTIONS = { maxLexicalTokens: MAX_TOKENS, maxComments: MAX_COMMENTS } as const;

type Protection = ReturnType<ApolloArmor['protect']>;

/**
 * Limits on the shape of a query, checked before it runs.
 *
 * Its token limit is off, since it turns syntax errors into 500 and the parser has its own. Its cost limit is off,
 * since it does not see page sizes that are variables; see `costLimit`.
 *
 * @param suggestions whether errors may name similar fields, which reveals parts of the schema
 */
export function queryLimits({ suggestions }: { readonly suggestions: boolean }): Protection {
  return new ApolloArmor({
    maxTokens: { enabled: false },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: !suggestions },
    maxDepth: {
      n: DEEPEST_QUERY,
      flattenFragments: true,
      ...validationOptions(`The query is deeper than ${DEEPEST_QUERY} levels`),
    },
    maxAliases: {
      n: MAX_ALIASES,
      allowList: [],
      ...validationOptions(`The query has more than ${MAX_ALIASES} aliases`),
    },
    maxDirectives: {
      n: MAX_DIRECTIVES,
      ...validationOptions(`The query has more than ${MAX_DIRECTIVES} directives`),
    },
  }).protect();
}

/**
 * Options that report an exceeded limit as a validation error. By default, graphql-armor throws, which ends as 500, or
 * reports a syntax error.
 */
function validationOptions(message: string): {
  readonly propagateOnRejection: false;
  readonly onReject: [(context: ValidationContext | null) => void];
} {
  const report = (context: ValidationContext | null): void => {
    context?.reportError(new GraphQLError(message));
  };
  return { propagateOnRejection: false, onReject: [report] };
}

/**
 * Refuses subscriptions outside streams, and kinds of operation that the schema lacks. Validation would accept every
 * field of such an operation, and execution would run a subscription like a query.
 */
export const servedOperations: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    const isKnown = context.getSchema().getRootType(node.operation) != null;
    if (isKnown && node.operation !== OperationTypeNode.SUBSCRIPTION) return;
    const message = isKnown
      ? 'A subscription is a stream of events: send it with Accept: text/event-stream'
      : `The schema has no ${node.operation} operations`;
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});

/** Maximum number of fields that one operation may return, over GraphQL and REST: about fifty milliseconds of work. */
export const MAX_COST = 24_000;

/** Refuses operations whose cost exceeds `MAX_COST` before they run. */
export function costLimit(): OperationObserver {
  return {
    didResolveOperation: ({ schema, document, operation, request }) => {
      // Execution refuses a request that does not name one operation.
      if (operation === undefined) return;
      const fragments = fragmentsOf(document);
      const cost = operationCost({ schema, operation, fragments, variables: request.variables ?? {} });
      if (cost > MAX_COST) throw tooCostly(cost);
    },
  };
}

export function tooCostly(cost: number): GraphQLError {
  return new GraphQLError(
    `The query could return ${cost} fields; at most ${MAX_COST} are allowed. Request fewer fields or items`,
    { extensions: { code: ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED, http: { status: 400 } } },
  );
}

/** The fragments of a document by name. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}
