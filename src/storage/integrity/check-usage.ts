import { NO_USAGE } from '../../domain/usage/usage';
import { correctSize, measureUsage } from '../applications/measure-usage';
import type { Models } from '../models';
import type { UsageRecord } from '../records';
import { type Check, type Findings, repairable, ErrorCounter } from './integrity-check';

const HOLDER_NOUNS = {
  one: 'application, dictionary or author of comments',
  other: 'applications, dictionaries or authors of comments',
};

/** Checks the counted usage against the stored data. Usage that changes during the check is skipped. */
export const USAGE_CHECK: Check = {
  name: 'quotas',
  run: async function* (integrityCheck): Findings {
    const { models, repairs } = integrityCheck;
    const counter = new ErrorCounter();
    const before = await usagesNow(models);
    const measured = await measureUsage(models, async (wrong) => {
      counter.add('the stored size of an object is wrong', wrong.scope);
      if (repairs) await correctSize(models, wrong);
    });
    const after = await usagesNow(models);
    for (const _id of new Set([...before.keys(), ...measured.keys(), ...after.keys()])) {
      const [first, last] = [before.get(_id), after.get(_id)];
      if (first?.changes !== last?.changes) continue;
      const { objects, bytes } = measured.get(_id) ?? NO_USAGE;
      if ((last?.objects ?? 0) === objects && (last?.bytes ?? 0) === bytes) continue;
      counter.add('the stored usage is wrong', _id);
      if (repairs) await repair(models, _id, { last, usage: { objects, bytes } });
    }
    for (const sentence of counter.sentences(HOLDER_NOUNS)) yield repairable(sentence, integrityCheck);
    return `${measured.size} measured`;
  },
};

async function usagesNow({ usages }: Models): Promise<ReadonlyMap<string, UsageRecord>> {
  const records = await usages.find().lean<UsageRecord[]>();
  return new Map(records.map((record) => [record._id, record]));
}

/** Corrects a usage, unless it has changed since it was measured. */
async function repair(
  { usages }: Models,
  _id: string,
  { last, usage }: { last: UsageRecord | undefined; usage: Pick<UsageRecord, 'objects' | 'bytes'> },
): Promise<void> {
  if (last) await usages.updateOne({ _id, changes: last.changes }, { $set: usage });
  else await usages.updateOne({ _id }, { $setOnInsert: { ...usage, changes: 0 } }, { upsert: true });
}
