import { execute, type GraphQLSchema } from 'graphql';
import { Failure } from '../shared/failure';
import { readDocuments } from '../shared/documents';

export type Variables = Readonly<Record<string, unknown>>;

/** Runs one of the documents of the pages, and returns its data. */
export type Read = <Data>(name: string, variables: Variables) => Promise<Data>;

/** Creates the function that runs documents. It requests a new resolver context for each document. */
export type ReadWith = (contextOf: () => Promise<unknown>) => Read;

/**
 * Reads the documents of the pages. `npm run check` validates them.
 *
 * @param constants variables that every document is given
 * @throws Failure (by the returned function) when a resolver fails on purpose; INVALID_INPUT when a variable does not have its type
 */
export function documentReader(schema: GraphQLSchema, folder: string, constants: Variables = {}): ReadWith {
  const documents = readDocuments(folder);
  return (contextOf) =>
    async <Data>(name: string, variables: Variables) => {
      const document = documents.get(name);
      if (document === undefined) throw new Error(`There is no document ${name}`);
      const { data, errors } = await execute({
        schema,
        document,
        variableValues: { ...constants, ...variables },
        contextValue: await contextOf(),
      });
      const [error] = errors ?? [];
      // Nothing was executed: the documents are valid, so that a variable is at fault.
      if (error !== undefined && data === undefined) throw new Failure('INVALID_INPUT', error.message);
      if (error !== undefined) throw error.originalError ?? error;
      return data as Data;
    };
}
