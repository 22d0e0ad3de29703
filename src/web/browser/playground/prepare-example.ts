import type { ExampleOperation } from '../../playground/examples';

/** Runs an operation with the rights of the caller. The result has no data if the caller lacks them. */
export type RunQuery = (query: string, variables: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** An example that is ready to open. */
export interface PreparedExample {
  /** The query. It begins with comments about its writes and missing values. */
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Examples to run before this one. */
  readonly missing: readonly string[];
}

/** Fills an example with objects that exist on the server. */
export async function prepareExample(
  example: ExampleOperation,
  runQuery: RunQuery,
): Promise<PreparedExample> {
  const values = new Map<string, unknown>();
  for (const { name, queries } of example.finds)
    values.set(name, await firstFound(queries, values, runQuery));
  const lacking = new Set(
    example.finds.filter(({ name }) => values.get(name) === undefined).map((find) => find.missing),
  );
  const variables = withFoundValues(example.variables, values) as Record<string, unknown>;
  // A missing intermediate object does not matter if the value was found in another way.
  const missing = JSON.stringify(variables).includes(NOT_FOUND) ? [...lacking] : [];
  return { query: introduction(example, missing) + example.query, variables, missing };
}

const NOT_FOUND = 'not found';

async function firstFound(
  queries: readonly string[],
  values: ReadonlyMap<string, unknown>,
  runQuery: RunQuery,
): Promise<unknown> {
  for (const query of queries) {
    const names = [...query.matchAll(/\$(\w+):/g)].map(([, name = '']) => name);
    if (names.some((name) => values.get(name) === undefined)) continue;
    const variables = Object.fromEntries(names.map((name) => [name, values.get(name)]));
    const value = aliasedValue(await runQuery(query, variables));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the value of the field with the alias `value`, at any depth. */
function aliasedValue(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('value' in data && data.value !== null) return data.value;
  for (const inside of Object.values(data)) {
    const value = aliasedValue(inside);
    if (value !== undefined) return value;
  }
  return undefined;
}

function withFoundValues(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return value.replaceAll('{unique}', Date.now().toString(36));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withFoundValues(item, values));
  if ('$find' in value) return values.get(String(value.$find)) ?? NOT_FOUND;
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [name, withFoundValues(inside, values)]),
  );
}

function introduction({ kind, description, asks }: ExampleOperation, missing: readonly string[]): string {
  return [
    ...(kind === 'mutation' ? [`This mutation writes. ${description}`] : []),
    ...(asks.length > 0 ? [`Fill in the variables first: ${asks.join(', ')}.`] : []),
    ...missing.map((name) => `Nothing was found to name in the variables. Run the example ${name} first.`),
  ]
    .map((line) => `# ${line}\n`)
    .join('');
}
