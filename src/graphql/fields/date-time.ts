import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

/** A time in the name that clients know. Unlike the scalar of this name in the library, it gives a text, as REST bodies have it. */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'A time in UTC, in the format of RFC 3339, e.g. `2026-01-31T12:00:00.000Z`.',
});

/** The time that a text of a writer states; null for a text of another form. */
export function timeIn(text: string | null | undefined): Date | null {
  if (
    typeof text !== 'string' ||
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.test(text)
  )
    return null;
  // A time without an offset is that of the server's interface, UTC.
  const time = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}
