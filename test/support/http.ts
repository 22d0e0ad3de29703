/** An answer over HTTP; `body` is empty where there is no JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

export interface GraphQLAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

export async function graphql(url: string, query: string, variables: object = {}): Promise<GraphQLAnswer> {
  const { status, body } = await call(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return { status, data: body['data'], errors: (body['errors'] ?? []) as GraphQLAnswer['errors'] };
}
