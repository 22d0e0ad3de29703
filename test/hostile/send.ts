import { Agent, request } from 'node:http';
import type { HostileRequest } from './request';

/** What came back; status 0 where the connection broke. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

export interface Envelope {
  readonly url: string;
  readonly id: string;
  readonly token: string | undefined;
}

/** Longer than any response takes on a busy machine, in milliseconds. */
const PATIENCE = 60_000;

export class Sender {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  /** Sends a request as it is, without the tidying of `fetch`. */
  send({ method, path, headers, body }: HostileRequest, { url, id, token }: Envelope): Promise<Reply> {
    const { hostname, port } = new URL(url);
    const allHeaders = {
      'x-request-id': id,
      ...(token === undefined ? {} : { 'x-access-token': token }),
      ...headers,
    };
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    // Some responses repeat headers of the request.
    const maxHeaderSize = 128 * 1024;
    return new Promise((resolve) => {
      const sent = request({
        agent: this.agent,
        hostname,
        port,
        method,
        path,
        timeout: PATIENCE,
        maxHeaderSize,
        headers: { ...sendable(allHeaders), ...length },
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        const { statusCode: status = 0, headers: received } = response;
        const done = () => {
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString('utf8') });
        };
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', done).on('error', done);
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', (error) => {
        resolve({ status: 0, text: error.message, headers: {} });
      });
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** UTF-8 in the bytes of a header, without the characters that Node refuses to send. */
function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      Buffer.from(text, 'utf8')
        .toString('latin1')
        .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
    ]),
  );
}
