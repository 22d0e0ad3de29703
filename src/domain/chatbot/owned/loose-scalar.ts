import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { JsonText } from '../../../shared/json-text';

/** What some documented fields hold whose documented type is implausible. */
export type Loose = string | number | boolean;

/**
 * Takes a string, a number or a boolean and gives back what was stored.
 * Source: interface decisions, section 4, "Implausible documented types".
 */
export const LooseScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'TextNumberOrBoolean',
  description: 'A string, a number or a boolean, given back as it was stored.',
  serialize: (value) => (value instanceof JsonText ? value.toJSON() : value),
  parseValue: looseFrom,
  parseLiteral: (node) => looseFrom(valueOf(node)),
});

function looseFrom(value: unknown): Loose {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new GraphQLError('must be a string, a number or a boolean');
}

function valueOf(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return Number(node.value);
  return node.kind === Kind.STRING || node.kind === Kind.BOOLEAN ? node.value : undefined;
}
