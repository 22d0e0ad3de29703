import { execute, type GraphQLSchema } from 'graphql';
import { Failure } from '../shared/failure';
import { readDocuments } from '../shared/documents';

export type Variables = Readonly<Record<string, unknown>>;

/** Runs a document of the pages and returns its data. */
export type Read = <Data>(name: string, variables: Variables) => Promise<Data>;

/** Creates the function that runs documents. It requests a new resolver context for each document. */
export type ReadWith = (contextOf: () => Promise<unknown>) => Read;

/**
 * Loads the documents of the pages. `npm run check` validates them.
 *
 * @param constants variables of every document
 * @throws Failure (by the returned function) if a resolver fails as expected; INVALID_INPUT if a variable does not have its type
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
      // Nothing was executed. The documents are valid, so a variable is invalid.
      if (error !== undefined && data === undefined) throw new Failure('INVALID_INPUT', error.message);
      if (error !== undefined) throw error.originalError ?? error;
      return data as Data;
    };
}
