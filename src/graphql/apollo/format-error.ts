import {
  GraphQLError,
  getVariableValues,
  type GraphQLSchema,
  isLeafType,
  Kind,
  type VariableDefinitionNode,
  type GraphQLFormattedError,
} from 'graphql';
import { Failure, RETRY_AFTER_SECONDS, STATUS_OF } from '../../shared/failure';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { cut } from '../../shared/text';
import type { OperationObserver } from './operation-observers';

/** The failure that caused an error. GraphQL wraps what resolvers and scalars throw, possibly several times. */
export function failureIn(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  return error instanceof GraphQLError ? failureIn(error.originalError) : undefined;
}

/** Returns the `Retry-After` header of a failure of the service; `undefined` for other failures. */
export function retryAfterOf({ kind, details }: Failure): string | undefined {
  return kind === 'busy' ? String(details.retryAfter ?? RETRY_AFTER_SECONDS) : undefined;
}

/**
 * Answers an operation that failed because the service is unavailable with the HTTP status of that failure, so that
 * clients and proxies try again. The body keeps the data that were found.
 */
export function unavailableStatus(): OperationObserver {
  return {
    willSendResponse: ({ errors = [], response: { http } }) => {
      const failure = errors.map(failureIn).find((failure) => failure?.kind === 'busy');
      const retryAfter = failure && retryAfterOf(failure);
      if (failure !== undefined && retryAfter !== undefined) {
        http.status = STATUS_OF[failure.kind];
        http.headers.set('retry-after', retryAfter);
      }
    },
  };
}

/** Maximum number of reported errors about values of variables. Each message quotes the whole value, whatever its size. */
export const MAX_REPORTED_ERRORS = 5;

/** Refuses requests whose variables have more than `MAX_REPORTED_ERRORS` invalid values. */
export function limitVariableErrors(): OperationObserver {
  return {
    didResolveOperation: ({ schema, operation, request }) => {
      const { variableDefinitions = [] } = operation ?? {};
      if (!canHaveMany(schema, variableDefinitions)) return;
      const { errors = [] } = getVariableValues(schema, variableDefinitions, request.variables ?? {}, {
        maxErrors: MAX_REPORTED_ERRORS,
      });
      const [first] = errors;
      if (first && errors.length > MAX_REPORTED_ERRORS) throw withMoreErrors(first);
    },
  };
}

/** Whether variables can have that many invalid values. Other values are only checked when the operation runs. */
function canHaveMany(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): boolean {
  const isPlain = ({ type }: VariableDefinitionNode) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && isLeafType(schema.getType(named.name.value));
  };
  return definitions.length > MAX_REPORTED_ERRORS || !definitions.every(isPlain);
}

function withMoreErrors({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(`${message} (and more than ${MAX_REPORTED_ERRORS} other errors)`, {
    nodes: nodes ?? null,
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
  });
}

/**
 * Maximum length of an error message, in code points. Some messages of GraphQL repeat the input for each of its errors.
 */
const MAX_ERROR_MESSAGE_LENGTH = 1000;

const INTERNAL: string = ApolloServerErrorCode.INTERNAL_SERVER_ERROR;

/** Apollo's codes for errors of the request itself. Their messages quote nothing but the request. */
const CLIENT_CODES: ReadonlySet<unknown> = new Set(
  Object.values<string>(ApolloServerErrorCode).filter((code) => code !== INTERNAL),
);

/**
 * Formats an error for clients: a failure with its reason, an invalid request with Apollo's code, and
 * any other error as an internal error without details.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const publicError = publicErrorOf(formatted, error);
  return { ...publicError, message: cut(publicError.message, MAX_ERROR_MESSAGE_LENGTH) };
}

function publicErrorOf(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const failure = failureIn(error);
  if (failure !== undefined) {
    const { message, reason, details } = failure;
    return { ...formatted, message, extensions: { code: reason, ...details } };
  }
  if (isClientMistake(formatted)) return formatted;
  if (isWrongArgument(error))
    return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } };
  if (isRefusal(error)) return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_REQUEST } };
  return { ...formatted, message: 'Internal error', extensions: { code: INTERNAL } };
}

/**
 * Whether GraphQL refused the value of an argument during execution: a nullable variable was null for a non-null
 * argument with a default. Such an error is located at a variable; invalid results of the server are located at fields.
 */
export function isWrongArgument(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  const { originalError = error } = error;
  return originalError instanceof GraphQLError && originalError.nodes?.[0]?.kind === Kind.VARIABLE;
}

/** Whether the client, instead of the operator, must change something. */
export function isClientMistake({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): boolean {
  return CLIENT_CODES.has(extensions?.['code']);
}

/**
 * Whether the request was refused before any field of it ran, with an error that has no code of this server: by Apollo for a hash that is
 * not that of the query, or by GraphQL for more wrong values than it lists.
 */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof GraphQLError &&
    error.originalError === undefined &&
    error.path === undefined &&
    error.extensions['code'] === undefined
  );
}
