import { connect } from 'node:net';

/** Sends bytes as they are, which fetch would tidy up, and gives back all that the server answers. */
export async function rawRequest(port: number, text: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => {
      socket.end();
      resolve(answer);
    });
    // A server that refuses a long request closes before it has read all of it, which resets the connection.
    socket.on('error', (error) => {
      if (answer === '') reject(error);
      else resolve(answer);
    });
  });
}
