import {
  buildASTSchema,
  executeSync,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  parse,
  printSchema,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Data } from '../rest/document/execution';
import type { Operation } from '../rest/document/operations';
import { SAMPLE_VALUES } from './sample-values';

const BY_SCALAR: Readonly<Record<string, unknown>> = {
  Boolean: false,
  DateTimeISO: '2026-01-31T12:00:00.000Z',
  Float: 1,
  ID: '1',
  Int: 1,
  SafeInt: 1,
  String: '…',
};

/** Runs documents over sample values in place of data: what comes out has exactly the shape of a real answer. */
export class ExampleRunner {
  private readonly schema: GraphQLSchema;

  constructor(schema: GraphQLSchema) {
    // Without its resolvers: the values come from the table.
    this.schema = buildASTSchema(parse(printSchema(schema)));
  }

  /** @throws Error when a sample does not fit its field */
  run({ document, variables }: Operation, given: Readonly<Record<string, unknown>>): Data {
    const known = Object.entries(given).filter(([name]) => variables.has(name));
    const { data, errors } = executeSync({
      schema: this.schema,
      document,
      variableValues: { ...missing(variables), ...Object.fromEntries(known) },
      fieldResolver: resolveSample,
    });
    const [error] = errors ?? [];
    if (error) throw error;
    return data ?? {};
  }
}

/** Whatever is wanted and not given. */
function missing(variables: Operation['variables']): Readonly<Record<string, unknown>> {
  const wanted = [...variables].filter(([, { isRequired }]) => isRequired);
  return Object.fromEntries(wanted.map(([name, { type }]) => [name, valueOf(type as GraphQLOutputType)]));
}

const resolveSample: GraphQLFieldResolver<unknown, unknown, Record<string, unknown>> = (
  source,
  args,
  _context,
  info,
) => {
  const given = (source as Readonly<Record<string, unknown>> | undefined)?.[info.fieldName];
  if (given !== undefined) return given;
  const sample = SAMPLE_VALUES[`${info.parentType.name}.${info.fieldName}`];
  if (typeof sample === 'function')
    return (sample as (a: typeof args, i: typeof info) => unknown)(args, info);
  return sample === undefined ? valueOf(info.returnType) : sample;
};

/** A value of a type: one item for a list, an empty object to be filled field by field. */
function valueOf(type: GraphQLOutputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [valueOf(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  return isLeafType(nullable) ? (BY_SCALAR[nullable.name] ?? {}) : {};
}
