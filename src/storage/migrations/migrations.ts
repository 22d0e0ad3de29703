import type { Migration } from './migration';

/** All migrations, in order. A new one goes to the end; one that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'collections and indexes',
    isSafeForOlderGateways: true,
    run: async ({ models }) => {
      for (const model of Object.values(models)) {
        await model.createCollection();
        await model.createIndexes();
      }
    },
  },
];

/** The format of data to which all of them have been applied. */
export const KNOWN_FORMAT = MIGRATIONS.at(-1)?.number ?? 0;
