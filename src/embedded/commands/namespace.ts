import { CommandError } from '../errors';

const MAX_NAMESPACE_BYTES = 255;

/** @throws CommandError InvalidNamespace as MongoDB, and for system collections, which this engine does not have */
export function assertNamespace(namespace: string): void {
  const dot = namespace.indexOf('.');
  const collection = namespace.slice(dot + 1);
  const isWrong =
    dot <= 0 ||
    collection === '' ||
    collection.startsWith('.') ||
    collection.startsWith('system.') ||
    /[$\0]/.test(collection) ||
    Buffer.byteLength(namespace) > MAX_NAMESPACE_BYTES;
  if (isWrong) throw new CommandError('InvalidNamespace', `Invalid namespace specified '${namespace}'`);
}
