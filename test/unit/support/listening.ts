import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { PATIENT_SERVER } from '../../support/patient';

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** The number of connections that the server has now. */
  readonly connections: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Serves an application on a free port of this machine. */
export async function listening(app: RequestListener): Promise<Listening> {
  const server = createServer({ ...PATIENT_SERVER, maxHeaderSize: 65_536 }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const connections = promisify(server.getConnections.bind(server));
  return { url: `http://127.0.0.1:${port}`, port, connections, close };
}
