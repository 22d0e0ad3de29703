import type { AccountServer } from './accounts';

export interface TusResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type GivenHeaders = Readonly<Record<string, string>>;

/** A client of the protocol tus, as an admin. */
export interface TusClient {
  readonly send: (
    method: string,
    path: string,
    headers?: GivenHeaders,
    body?: string | Buffer,
  ) => Promise<TusResponse>;
  /** Announces an upload. */
  readonly begin: (length: number, metadata?: string) => Promise<TusResponse>;
  readonly append: (
    path: string,
    offset: number,
    body: string | Buffer,
    headers?: GivenHeaders,
  ) => Promise<TusResponse>;
  /** Uploads a whole file, and returns the identifier of the upload. */
  readonly upload: (file: string | Uint8Array, name?: string) => Promise<string>;
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

export function tusClient(accounts: Pick<AccountServer, 'server' | 'admin'>): TusClient {
  const send: TusClient['send'] = async (method, path, headers = {}, body) => {
    const response = await fetch(`${accounts.server.url}${path}`, {
      method,
      headers: { 'x-access-token': accounts.admin, 'tus-resumable': '1.0.0', ...headers },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const begin: TusClient['begin'] = (length, metadata = `filename ${base64('words.csv')}`) =>
    send('POST', '/import/uploads', { 'upload-length': String(length), 'upload-metadata': metadata });
  const append: TusClient['append'] = (path, offset, body, headers = {}) => {
    const type = { 'content-type': 'application/offset+octet-stream' };
    return send('PATCH', path, { ...type, 'upload-offset': String(offset), ...headers }, body);
  };
  const upload: TusClient['upload'] = async (file, name = 'words.csv') => {
    const bytes = Buffer.from(file);
    const { headers } = await begin(bytes.length, `filename ${base64(name)}`);
    const path = headers.get('location') ?? '';
    const { status } = await append(path, 0, bytes);
    if (status !== 204) throw new Error(`The upload was answered with ${String(status)}`);
    return path.split('/').at(-1) ?? '';
  };
  return { send, begin, append, upload };
}

/** A table of words: the cells of each row. */
export function wordTable(...rows: readonly (readonly [string, string, string])[]): string {
  return `${['id,Headword,French', ...rows.map((cells) => cells.join(','))].join('\r\n')}\r\n`;
}
