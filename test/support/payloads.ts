type Members = Readonly<Record<string, unknown>>;

/** A GraphQL response in which each mutation has its result instead of its payload. */
export interface WithoutPayloads {
  readonly data: Members;
  readonly errors: readonly unknown[];
}

interface UserError {
  readonly code: string;
  readonly message: string;
}

/** Members of a payload beside the result. */
const BESIDE: ReadonlySet<string> = new Set(['userErrors', 'deletedId', '__typename']);

/**
 * Replaces payloads of mutations by their results, and adds their `userErrors` to the errors, because most tests check
 * only what is stored or why it was refused. Tests of payloads read the body.
 */
export function withoutPayloads(body: Members): WithoutPayloads {
  const roots = Object.entries((body['data'] ?? {}) as Members);
  const errors = [...((body['errors'] ?? []) as readonly unknown[])];
  const data = roots.map(([name, root]) => {
    if (!isPayload(root)) return [name, root];
    for (const { code, message } of root.userErrors)
      errors.push({ message, path: [name], extensions: { code } });
    const [, result = null] = Object.entries(root).find(([member]) => !BESIDE.has(member)) ?? [];
    return [name, result];
  });
  return { data: Object.fromEntries(data) as Members, errors };
}

function isPayload(value: unknown): value is { readonly userErrors: readonly UserError[] } {
  return typeof value === 'object' && value !== null && 'userErrors' in value;
}
