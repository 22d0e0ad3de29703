import {
  execute,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import type { Operation } from './operations';
import type { Variables } from '../request/variables';

/**
 * Executes a validated document. An error that a resolver threw must come back as a GraphQLError whose `originalError`
 * is what was thrown.
 */
export type Executor = (
  document: DocumentNode,
  variables: Variables,
  context: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** The data of the root field and its siblings, all from executing the document. */
export type Data = Readonly<Record<string, unknown>>;

/** Executing a document returned errors: REST has no partial responses. */
export class ExecutionErrors extends Error {
  override readonly name = 'ExecutionErrors';

  constructor(readonly errors: readonly GraphQLError[]) {
    super('The document did not execute cleanly');
  }
}

/** The executor of graphql-js. */
export function graphqlExecutor(schema: GraphQLSchema): Executor {
  return (document, variableValues, contextValue) =>
    execute({ schema, document, variableValues, contextValue });
}

/**
 * Creates the one function through which REST reads and writes all data.
 *
 * @throws ExecutionErrors (the created function) when the result has errors
 */
export function operationRunner(executor: Executor) {
  return async function runOperation(
    { document }: Operation,
    variables: Variables,
    context: unknown,
  ): Promise<Data> {
    const { data, errors } = await executor(document, variables, context);
    if (errors !== undefined && errors.length > 0) throw new ExecutionErrors(errors);
    return data ?? {};
  };
}

export type RunOperation = ReturnType<typeof operationRunner>;
