import type { Models } from '../models';

/** Things that are done once in the life of a database, such as loading the sample. */
export class OnceRepository {
  constructor(private readonly models: Pick<Models, 'system'>) {}

  async isDone(thing: string): Promise<boolean> {
    return (await this.models.system.findOne({ _id: `once:${thing}` }).lean()) !== null;
  }

  async markDone(thing: string): Promise<void> {
    await this.models.system.updateOne(
      { _id: `once:${thing}` },
      { $set: { doneAt: new Date() } },
      { upsert: true },
    );
  }
}
