import { Int32 } from 'bson';
import { documentOf } from '../query/value';
import { MAX_DOCUMENT_BYTES } from '../store/documents';
import { SESSION_MS } from '../store/transactions/transactions';
import { MAX_MESSAGE_BYTES } from '../wire/message';
import { optionsOf } from './arguments';
import type { Command } from './context';
import { MAX_STATEMENTS } from './write';

/** The protocol version of MongoDB 7.0. */
const MAX_WIRE_VERSION = 21;

/**
 * The reply to `hello`. Without `setName`, the driver takes this for a single server, and does not number plain writes
 * in order to retry them. Without `topologyVersion`, it polls instead of waiting for a reply.
 */
export const helloCommand: Command = {
  options: optionsOf('hello', ['hello', 'ismaster', 'helloOk', 'client', 'compression', 'backpressure']),
  run: ({ name, connectionId }) => ({
    fields: documentOf({
      [name === 'hello' ? 'isWritablePrimary' : name]: true,
      helloOk: true,
      maxBsonObjectSize: new Int32(MAX_DOCUMENT_BYTES),
      maxMessageSizeBytes: new Int32(MAX_MESSAGE_BYTES),
      maxWriteBatchSize: new Int32(MAX_STATEMENTS),
      localTime: new Date(),
      logicalSessionTimeoutMinutes: new Int32(SESSION_MS / 60_000),
      connectionId: new Int32(connectionId),
      minWireVersion: new Int32(0),
      maxWireVersion: new Int32(MAX_WIRE_VERSION),
      readOnly: false,
    }),
  }),
};
