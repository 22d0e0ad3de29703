import { completeFirstApplications } from './complete-first-applications';
import { completeFirstUsers } from './complete-first-users';
import { createAll } from './create-all';
import type { Migration } from './migration';

/** All migrations, in order. A new one goes to the end; one that has been released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'collections and indexes',
    isSafeForOlderGateways: true,
    run: ({ models }) => createAll(models),
  },
  {
    number: 2,
    name: 'accounts that log in',
    isSafeForOlderGateways: false,
    run: async ({ models }) => {
      await createAll(models);
      await completeFirstUsers(models);
    },
  },
  {
    number: 3,
    name: 'applications and what they own',
    isSafeForOlderGateways: false,
    run: async ({ models }) => {
      await createAll(models);
      await completeFirstApplications(models);
    },
  },
  {
    number: 4,
    name: 'indexes of search keys that leave hidden articles out',
    isSafeForOlderGateways: true,
    run: ({ models }) => createAll(models),
  },
];

/** The format of data to which all of them have been applied. */
export const KNOWN_FORMAT = MIGRATIONS.at(-1)?.number ?? 0;
