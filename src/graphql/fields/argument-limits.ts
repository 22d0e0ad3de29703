import { getNamedType, GraphQLID, type GraphQLSchema, GraphQLString } from 'graphql';
import { Failure } from '../../shared/failure';
import { wrapField } from './wrap-field';

/** Longest text of an argument, in UTF-16 units: that of the longest address that is served, which can hold it in REST. */
const LONGEST_TEXT = 16_384;

/** Most texts of one argument: as many objects are written at once. */
const MOST_TEXTS = 1000;

/**
 * Refuses texts and lists of texts that nothing can be called, before anyone normalises and looks for them. What is within
 * inputs, those who store it check.
 */
export function limitArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const texts = field.args.filter((argument) => isText(getNamedType(argument.type)));
      if (texts.length === 0) continue;
      wrapField(field, (resolve) => (source, args, context, info) => {
        for (const { name } of texts) check(name, args[name]);
        return resolve(source, args, context, info);
      });
    }
  }
  return schema;
}

function isText(type: unknown): boolean {
  return type === GraphQLID || type === GraphQLString;
}

function check(name: string, given: unknown): void {
  const texts: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (texts.length > MOST_TEXTS) throw refusal(`${name} must hold at most ${MOST_TEXTS} items`);
  for (const text of texts) {
    if (typeof text === 'string' && text.length > LONGEST_TEXT)
      throw refusal(`${name} must have at most ${LONGEST_TEXT} characters`);
  }
}

function refusal(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}
