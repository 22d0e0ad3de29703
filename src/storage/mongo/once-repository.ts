import type { Models } from '../models';
import type { SystemRecord } from '../records';
import { wasStored } from './database-error';

/**
 * A text that is created once in the life of a database.
 *
 * @param _id of its record in `system`
 * @param make creates the text; if several processes do at once, one of their texts is stored
 * @returns the stored text
 */
export async function storedOnce(
  { system }: Pick<Models, 'system'>,
  _id: string,
  make: () => string,
): Promise<string> {
  const read = async () => (await system.findOne({ _id }).lean<SystemRecord>())?.text;
  const stored = await read();
  if (stored !== undefined) return stored;
  await wasStored(system.updateOne({ _id }, { $setOnInsert: { text: make() } }, { upsert: true }).exec());
  return (await read()) ?? '';
}

/** Records things that are done once in the life of a database, such as loading the sample. */
export class OnceRepository {
  constructor(private readonly models: Pick<Models, 'system'>) {}

  async isDone(task: string): Promise<boolean> {
    return (await this.models.system.findOne({ _id: `once:${task}` }).lean()) !== null;
  }

  async markDone(task: string): Promise<void> {
    await this.models.system.updateOne(
      { _id: `once:${task}` },
      { $set: { doneAt: new Date() } },
      { upsert: true },
    );
  }
}
