import type { RecordedCommand } from '../../support/recorded-commands';

type Members = Readonly<Record<string, unknown>>;

/** How the driver carries many documents. */
interface Sequence {
  readonly documents: readonly Members[];
}

/** The filters of a command, or the documents that it inserts. */
function filtersOf({ name, command }: RecordedCommand): readonly Members[] {
  const listed = (member: string) => {
    const found = (command[member] ?? []) as readonly Members[] | Sequence;
    return 'documents' in found ? found.documents : found;
  };
  switch (name) {
    case 'find':
      return [(command['filter'] ?? {}) as Members];
    case 'count':
    case 'distinct':
    case 'findAndModify':
      return [(command['query'] ?? {}) as Members];
    case 'aggregate':
      return [(listed('pipeline')[0]?.['$match'] ?? {}) as Members];
    case 'update':
      return listed('updates').map(({ q }) => q as Members);
    case 'delete':
      return listed('deletes').map(({ q }) => q as Members);
    case 'insert':
      return listed('documents');
    case 'getMore':
      return [];
    default:
      throw new Error(`${name} is a command of which this does not know where it is sent`);
  }
}

/** Whether a router can tell from a filter which shards have what it asks for, and need not ask all of them. */
function leadsToShards(filter: Members, key: string): boolean {
  const value = filter[key];
  if (value !== undefined) return !(value instanceof RegExp) && isNamed(value);
  const both = filter['$and'] as readonly Members[] | undefined;
  const either = filter['$or'] as readonly Members[] | undefined;
  if (both?.some((condition) => leadsToShards(condition, key))) return true;
  return (
    either !== undefined && either.length > 0 && either.every((condition) => leadsToShards(condition, key))
  );
}

/** Values, or one range of them: a shard has a range of the shard key. */
function isNamed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return true;
  const operators = Object.keys(value);
  if (operators.some((name) => name === '$in' || name === '$eq')) return true;
  return operators.some((name) => name.startsWith('$g')) && operators.some((name) => name.startsWith('$l'));
}

/** Whether a command is sent to the shards that have its documents alone. */
export function isTargeted(recorded: RecordedCommand, key: string): boolean {
  return filtersOf(recorded).every((filter) => leadsToShards(filter, key));
}
