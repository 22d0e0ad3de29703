import type { Models } from '../models';
import { setTimeout as sleep } from 'node:timers/promises';
import { type mongo, trusted } from 'mongoose';
import { HalfLoadedError, LOAD_MARKER } from '../dump/load-marker';
import type { SystemRecord } from '../records';
import type { DataFormat } from '../../domain/imports/dump';
import type { Migration } from './migration';
import { resume } from './reindex';
import { MigrationLock } from './migration-lock';

type Model = Models[keyof Models];

/** Creates missing collections and indexes, with one command for each collection. */
async function createAll(models: Models): Promise<void> {
  for (const model of Object.values(models) as Model[]) {
    const indexes = indexesOf(model);
    if (indexes.length > 0) await model.collection.createIndexes(indexes);
    else await model.createCollection();
  }
}

function indexesOf(model: Model): mongo.IndexDescription[] {
  return model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription);
}

/** The record in `system` that holds the format of the data. */
export const FORMAT_RECORD = 'format';

/** Polling interval of a process that waits for the migration of another one, in milliseconds. */
const POLL_MS = 250;

/** A newer Griot wrote the data and marked them as unusable for this version. */
export class NewerDataError extends Error {
  constructor(format: DataFormat, knownVersion: number) {
    super(
      `The data have format ${format.version} and need a Griot that knows format ${format.oldestGateway}; ` +
        `this one knows ${knownVersion}. Nothing was changed. Use the newer version.`,
    );
  }
}

/** Options of a migration. `report` gets a sentence for people. */
export interface MigrateOptions {
  readonly models: Models;
  readonly migrations: readonly Migration[];
  readonly report: (sentence: string) => void;
}

/**
 * Migrates the data to the format of this Griot. One process runs the migrations and the others wait. After an
 * interruption, the next run continues.
 *
 * @throws NewerDataError when the data require a newer Griot
 * @throws HalfLoadedError when they are a part of a dump
 */
export async function migrate({ models, migrations, report }: MigrateOptions): Promise<void> {
  const newestVersion = migrations.at(-1)?.number ?? 0;
  const lock = new MigrationLock(models.system);
  for (;;) {
    const format = await usableFormat(models, newestVersion);
    if (format.version >= newestVersion) return;
    if (await lock.take()) {
      await lock.hold(async () => {
        await usableFormat(models, newestVersion);
        await applyMigrations({ models, migrations, report }, lock);
      });
      return;
    }
    await sleep(POLL_MS);
  }
}

/**
 * The format of the data.
 *
 * @throws NewerDataError when a gateway that knows formats up to `known` must not use it
 * @throws HalfLoadedError while a load is not complete
 */
export async function usableFormat(
  models: Pick<Models, 'system'>,
  knownVersion: number,
): Promise<DataFormat> {
  const records = await models.system
    .find({ _id: trusted({ $in: [FORMAT_RECORD, LOAD_MARKER] }) })
    .lean<SystemRecord[]>();
  if (records.some(({ _id }) => _id === LOAD_MARKER)) throw new HalfLoadedError();
  return knownFormat(
    records.find(({ _id }) => _id === FORMAT_RECORD),
    knownVersion,
  );
}

function knownFormat(record: SystemRecord | null | undefined, knownVersion: number): DataFormat {
  const format = { version: record?.version ?? 0, oldestGateway: record?.oldestGateway ?? 0 };
  if (format.oldestGateway > knownVersion) throw new NewerDataError(format, knownVersion);
  return format;
}

/**
 * Applies missing migrations. The caller holds the lock. Also used for data that are being loaded.
 *
 * @throws NewerDataError when the data require a newer Griot
 */
export async function applyMigrations(
  { models, migrations, report }: MigrateOptions,
  lock: MigrationLock,
): Promise<void> {
  const record = await models.system.findOne({ _id: FORMAT_RECORD }).lean<SystemRecord>();
  const newestVersion = migrations.at(-1)?.number ?? 0;
  const { version } = knownFormat(record, newestVersion);
  const pending = migrations.filter(({ number }) => number > version);
  if (pending.length === 0) return;
  // Before a change that older gateways do not support, `oldestGateway` makes them refuse the data.
  const unsafe = pending.findLast(({ isSafeForOlderGateways }) => !isSafeForOlderGateways);
  if (unsafe) await setFormat(models, { oldestGateway: unsafe.number });
  await createAll(models);
  for (const { number, name, run } of pending) {
    report(`Migration ${number}: ${name}.`);
    // Migrations that only create collections and indexes are complete by now, and are recorded with the next one.
    if (!run && number !== newestVersion) continue;
    await lock.confirm();
    if (run)
      await resume({ models, lock, record: `migration:${number}` }, (context) => run({ ...context, report }));
    await setFormat(models, { version: number });
  }
}

async function setFormat(models: Models, change: Partial<DataFormat>): Promise<void> {
  await models.system.updateOne({ _id: FORMAT_RECORD }, { $set: change }, { upsert: true });
}
