import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

/**
 * The scalar `DateTime`. Unlike the scalar of this name in graphql-scalars, it serialises to a text, as in REST bodies.
 */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'A time in UTC, in the format of RFC 3339, e.g. `2026-01-31T12:00:00.000Z`.',
});

/** The time in a text from a client; null if the text has another format. */
export function timeIn(text: string | null | undefined): Date | null {
  if (
    typeof text !== 'string' ||
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.test(text)
  )
    return null;
  // A time without an offset is in UTC, as all times of the interface.
  const time = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}
