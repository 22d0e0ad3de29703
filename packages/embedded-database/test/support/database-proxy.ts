import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How the proxy treats the connections of a gateway to its database. */
export type ProxyMode =
  /** Forwards everything. */
  | { readonly kind: 'fair' }
  /** Closes all connections, and new ones immediately, as if the database did not run. */
  | { readonly kind: 'refusing' }
  /** Accepts connections and discards all data. */
  | { readonly kind: 'silent' }
  /** Forwards replies of the database with a delay. */
  | { readonly kind: 'slow'; readonly ms: number };

/** A proxy in front of a database that can disturb connections. */
export interface DatabaseProxy {
  /** URI of the database through the proxy. */
  readonly uri: string;
  readonly set: (mode: ProxyMode) => void;
  /** Closes all existing connections. New ones are not affected. */
  readonly cut: () => void;
  /** Closes, once, the connection on which a text is sent next. Returns a function that tells whether this has happened. */
  readonly breakNext: (text: string) => () => boolean;
  readonly close: () => Promise<void>;
}

/** @param uri of a single server, on TCP or a Unix socket */
export async function proxyBefore(uri: string): Promise<DatabaseProxy> {
  const host = /^[^/]*\/\/(?:[^@/]*@)?([^/?]+)/.exec(uri)?.[1] ?? '';
  const between = new Between(host);
  const server = createServer((client) => {
    between.join(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxyUri = new URL(uri.replace(host, `127.0.0.1:${String(port)}`));
  proxyUri.searchParams.set('directConnection', 'true');
  return {
    uri: proxyUri.href,
    set: (mode) => {
      between.change(mode);
    },
    cut: () => {
      between.cut();
    },
    breakNext: (text) => {
      between.breaksAt = text;
      return () => between.breaksAt === undefined;
    },
    close: async () => {
      between.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Between {
  private mode: ProxyMode = { kind: 'fair' };
  breaksAt: string | undefined;
  private readonly clients = new Set<Socket>();

  constructor(private readonly host: string) {}

  change(mode: ProxyMode): void {
    this.mode = mode;
    if (mode.kind === 'refusing') this.cut();
  }

  join(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.mode.kind === 'refusing') {
      client.resetAndDestroy();
      return;
    }
    const upstream = socketTo(this.host).on('error', () => upstream.destroy());
    this.clients.add(client);
    client.on('close', () => this.clients.delete(client) && upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      this.sendUpstream(bytes, { client, upstream });
    });
    upstream.on('data', (bytes) => {
      this.sendToClient(bytes, client);
    });
  }

  cut(): void {
    for (const client of this.clients) client.destroy();
  }

  private sendUpstream(
    bytes: Buffer,
    { client, upstream }: { readonly client: Socket; readonly upstream: Socket },
  ): void {
    if (this.breaksAt !== undefined && bytes.includes(this.breaksAt)) {
      this.breaksAt = undefined;
      client.destroy();
    } else if (this.mode.kind !== 'silent') upstream.write(bytes);
  }

  private sendToClient(bytes: Buffer, client: Socket): void {
    const { mode } = this;
    if (mode.kind === 'slow') setTimeout(() => client.write(bytes), mode.ms);
    else if (mode.kind !== 'silent') client.write(bytes);
  }
}

function socketTo(host: string): Socket {
  const path = decodeURIComponent(host);
  if (path.startsWith('/')) return connect(path);
  const [name = '', port = '27017'] = host.split(':');
  return connect(Number(port), name);
}
