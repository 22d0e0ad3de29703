/** A value as GraphQL writes it; `{ enum: … }` alone is a word. What has no such form is written as text. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value === 'object') return objectLiteral(value);
  // Numbers beyond what JSON writes have no form of their own.
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : JSON.stringify(value);
}

function objectLiteral(value: object): string {
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === 'enum') return String(entries[0][1]);
  // Names with other letters make syntax errors, which is what they are for.
  return `{${entries.map(([name, inner]) => `${name}: ${literal(inner)}`).join(' ')}}`;
}
