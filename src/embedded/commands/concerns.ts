import { Timestamp } from 'bson';
import { CommandError } from '../errors';
import { isDocument, isNumber, numberOf, type Document } from '../query/value';
import { snapshotAsked } from './snapshots';

/** On one server that flushes every commit these all mean the same. */
const READ_LEVELS = new Set(['local', 'available', 'majority', 'snapshot', 'linearizable']);

/** @throws CommandError for a read or write concern that this engine cannot honour */
export function assertConcerns(body: Document): void {
  const read = body.get('readConcern');
  const write = body.get('writeConcern');
  if (isDocument(read)) {
    for (const [name, value] of read) {
      if (name === 'atClusterTime' && value instanceof Timestamp && isSnapshotRead(body)) continue;
      if (name === 'level' && typeof value === 'string' && READ_LEVELS.has(value)) continue;
      throw new CommandError(
        'InvalidOptions',
        `readConcern.${name} is outside the profile of the embedded database`,
      );
    }
  }
  const w = isDocument(write) ? write.get('w') : undefined;
  if (w === undefined || w === 'majority' || (isNumber(w) && Number(numberOf(w)) <= 1)) return;
  throw new CommandError('BadValue', "cannot use 'w' > 1 when a host is not replicated");
}

/** The reads that MongoDB answers from a snapshot outside transactions. The driver repeats its time with each getMore. */
function isSnapshotRead(body: Document): boolean {
  const isReading = ['find', 'aggregate', 'getMore'].some((name) => body.has(name));
  return isReading && !body.has('autocommit') && snapshotAsked(body) !== undefined;
}
