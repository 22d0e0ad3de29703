import { connect } from 'node:net';

/** Sends bytes unchanged, which fetch would normalise, and returns the whole response. */
export async function rawRequest(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let response = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (response += chunk));
    socket.on('end', () => {
      socket.end();
      resolve(response);
    });
    // A server that refuses a long request closes before it has read all of it, which resets the connection.
    socket.on('error', (error) => {
      if (response === '') reject(error);
      else resolve(response);
    });
  });
}
