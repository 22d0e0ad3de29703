import {
  Kind,
  OperationTypeNode,
  TypeInfo,
  execute,
  getOperationAST,
  isInputType,
  isNonNullType,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type ObjectFieldNode,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import { AUTHORISE, RECORD_REFUSAL, type Authorise, type RecordRefusal } from '../../shared/extensions';
import { readDocuments } from '../../shared/documents';
import { responseMappingOf, type ResponseMapping } from '../response/response-mapping';
import { documentedIn, fillDocumented, type DocumentedMembers } from './documented-members';
import { assertSelectsFaults, payloadIn, resultInPayload, type PayloadFields } from './payload';
import { openedFields } from './selected-fields';

/** The values of the variables of a document, by name. */
export type Variables = Readonly<Record<string, unknown>>;

export interface OperationVariable {
  readonly type: GraphQLInputType;
  /** Whether the document requires it. */
  readonly isRequired: boolean;
}

/** A document that fits the schema. */
export interface Operation {
  readonly document: DocumentNode;
  /** The document for responses that are only serialised: each of its lists may be one value. */
  readonly withStoredLists: DocumentNode;
  /** Whether it only reads. */
  readonly isQuery: boolean;
  readonly variables: ReadonlyMap<string, OperationVariable>;
  readonly mapping: ResponseMapping;
  /** The payload that has the data to show, if the document selects one. */
  readonly payload: PayloadFields | undefined;
  /** Members that the response has in addition to the GraphQL data, or in another form. */
  readonly documented?: DocumentedMembers | undefined;
  /** Throws a Failure when the caller may not use one of its fields. */
  readonly authorise: Authorise;
  /** Records in the audit log what `authorise` refused, with the values of variables that are known. */
  readonly recordRefusal: RecordRefusal;
}

/** Documents below this directory belong to the pages; no route runs them. */
const PAGE_DOCUMENTS = /^(reader|desk)\//;

export interface LoadOptions {
  /** Prepares the document of a response that is only serialised, before it first runs. */
  readonly useStoredLists?: UseStoredLists | undefined;
  /** Whether `npm run check` has validated the documents. Validation takes a third of the time of a start of the server. */
  readonly areValid?: boolean | undefined;
}

/**
 * Reads and parses every document of a route once.
 *
 * @returns operations by document name, such as `lexicon/article-entries`
 * @throws Error that names the document, when one does not fit the schema or the convention of shapes
 */
export function loadOperations(
  schema: GraphQLSchema,
  folder: string,
  { useStoredLists = (document) => document, areValid = false }: LoadOptions = {},
): ReadonlyMap<string, Operation> {
  return new Map(
    [...readDocuments(folder, { except: PAGE_DOCUMENTS })].map(([name, document]) => [
      name,
      prepare(schema, document, { name, useStoredLists, areValid }),
    ]),
  );
}

interface PrepareOptions {
  readonly name: string;
  readonly areValid: boolean;
  readonly useStoredLists: UseStoredLists;
}

/** Prepares a document for responses that are only serialised. */
export type UseStoredLists = (document: DocumentNode) => DocumentNode;

function prepare(
  schema: GraphQLSchema,
  document: DocumentNode,
  { name, areValid, useStoredLists }: PrepareOptions,
): Operation {
  try {
    const [problem] = areValid ? [] : validate(schema, document);
    if (problem) throw problem;
    const operation = getOperationAST(document);
    if (!operation) throw new Error('a document has exactly one operation');
    assertSelectsFaults(schema, document, operation);
    const root = schema.getRootType(operation.operation);
    const variables = (operation.variableDefinitions ?? []).map(
      (definition) => [definition.variable.name.value, variableOf(schema, definition)] as const,
    );
    return {
      document,
      get withStoredLists() {
        return useStoredLists(document);
      },
      isQuery: operation.operation === OperationTypeNode.QUERY,
      variables: new Map(variables),
      mapping: responseMappingOf(document, operation),
      payload: payloadIn(document, operation),
      documented: root ? documentedIn(operation.selectionSet, document, root) : undefined,
      authorise: guardOf(schema, document),
      recordRefusal: recordRefusalOf(document, operation, root ?? undefined),
    };
  } catch (cause) {
    throw new Error(`document ${name}: ${String(cause)}`, { cause });
  }
}

function variableOf(schema: GraphQLSchema, definition: VariableDefinitionNode): OperationVariable {
  const type = typeFromAST(schema, definition.type);
  if (!isInputType(type)) throw new Error(`$${definition.variable.name.value} has no input type`);
  return { type, isRequired: isNonNullType(type) && definition.defaultValue === undefined };
}

/**
 * Combines the guards of all fields that a document selects. Execution checks them too. They run first, so that a caller
 * without the right learns only that, and no other error of the request.
 */
function guardOf(schema: GraphQLSchema, document: DocumentNode): Authorise {
  const types = new TypeInfo(schema);
  const guards: Authorise[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => {
        const guard: unknown = types.getFieldDef()?.extensions[AUTHORISE];
        if (typeof guard === 'function') guards.push(guard as Authorise);
      },
    }),
  );
  return (context) => {
    for (const guard of guards) guard(context);
  };
}

/**
 * Executes a validated document. An error that a resolver threw must come back as a GraphQLError whose `originalError`
 * is what was thrown.
 */
export type Executor = (
  document: DocumentNode,
  variables: Variables,
  context: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** The data that executing a document returned, by the response names of its root fields. */
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
 * @throws Failure (the created function) when the input of a mutation is at fault
 */
export function operationRunner(executor: Executor) {
  return async function runOperation(
    { document, payload, documented }: Omit<Operation, 'written'>,
    variables: Variables,
    context: unknown,
  ): Promise<Data> {
    const { data, errors } = await executor(document, variables, context);
    if (errors !== undefined && errors.length > 0) throw new ExecutionErrors(errors);
    if (documented) fillDocumented(data, documented, variables);
    return payload ? resultInPayload(payload, data ?? {}) : (data ?? {});
  };
}

export type RunOperation = ReturnType<typeof operationRunner>;

/**
 * Returns the function that records the refusal of a document before it ran, with the arguments that are known by then: those of
 * the path. It does nothing for a document whose root field is not recorded.
 */
function recordRefusalOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  root: GraphQLObjectType | undefined,
): RecordRefusal {
  const [field] = openedFields(operation.selectionSet, document);
  const record = field && root?.getFields()[field.name.value]?.extensions[RECORD_REFUSAL];
  if (field === undefined || typeof record !== 'function') return () => Promise.resolve();
  const argumentNames = new Map<string, string>();
  const note = ({ name, value }: ArgumentNode | ObjectFieldNode) => {
    if (value.kind === Kind.VARIABLE) argumentNames.set(value.name.value, name.value);
  };
  for (const argument of field.arguments ?? []) visit(argument, { Argument: note, ObjectField: note });
  return (context, variables, refusal) => {
    const known = Object.entries(variables).map(
      ([name, value]) => [argumentNames.get(name) ?? name, value] as const,
    );
    return (record as RecordRefusal)(context, Object.fromEntries(known), refusal);
  };
}
