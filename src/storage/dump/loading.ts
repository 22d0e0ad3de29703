import { type Connection, mongo } from 'mongoose';
import type { DumpedBatch, DumpedCollection, DataFormat, LoadTarget } from '../../domain/imports/dump';
import { LOAD_MARKER, type LoadProgress, saveLoadProgress } from './load-marker';
import { applyMigrations } from '../migrations/migrate';
import type { MigrationLock } from '../migrations/migration-lock';
import { MIGRATIONS } from '../migrations/migrations';
import type { Models } from '../models';
import { databaseOf, LOCAL_RECORDS, SYSTEM_COLLECTION } from './dumped-collections';

/** Options by which every value keeps its type in the dump: a 64-bit number stays one, and a double stays a double. */
const EXACT_TYPES = { promoteValues: false, bsonRegExp: true } as const;

export interface LoadingParts {
  readonly connection: Connection;
  readonly models: Models;
  readonly lock: MigrationLock;
  readonly report: (sentence: string) => void;
}

/** A running load. It holds the migration lock, so no gateway and no other load can start. */
export class Loading implements LoadTarget {
  private readonly database: mongo.Db;
  /**
   * Whether the next documents may already be stored: a load may be killed after it stores a batch and before it saves
   * its progress.
   */
  private mayBeStored = true;
  private resumeAt: LoadProgress;

  constructor(
    private readonly parts: LoadingParts,
    private readonly progress: LoadProgress,
  ) {
    this.database = databaseOf(parts.connection);
    this.resumeAt = progress;
  }

  /**
   * Creates collections and indexes by the migrations up to the format of the dump. Later migrations change data, so
   * they run last.
   */
  async prepare({ version }: DataFormat): Promise<void> {
    if (this.progress.collection !== undefined) return;
    const { models, lock, report } = this.parts;
    await this.clearSystem();
    const migrations = MIGRATIONS.filter(({ number }) => number <= version);
    await applyMigrations({ models, migrations, report }, lock);
    // The stored counts are of an empty database or of an interrupted load. The dump contains its own.
    await models.counters.deleteMany({});
    await models.usages.deleteMany({});
  }

  stored(collection: string): number {
    if (this.resumeAt.collection === undefined) return 0;
    if (this.resumeAt.collection !== collection) return Infinity;
    const { documents = 0, dump } = this.resumeAt;
    this.resumeAt = { dump };
    return documents;
  }

  async store({ collection: { name }, documents, first }: DumpedBatch): Promise<void> {
    await this.parts.lock.confirm();
    // The records of the dump replace those of this database, again after an interruption.
    if (name === SYSTEM_COLLECTION && first === 0) {
      await this.saveProgress(SYSTEM_COLLECTION, 0);
      await this.clearSystem();
    }
    const all = documents.map((bytes) => mongo.BSON.deserialize(bytes, EXACT_TYPES));
    const missing = this.mayBeStored ? await this.withoutStored(name, all) : all;
    if (missing.length > 0) await this.database.collection(name).insertMany(missing);
    if (name !== SYSTEM_COLLECTION) await this.saveProgress(name, first + documents.length);
  }

  private async clearSystem(): Promise<void> {
    await this.database
      .collection<{ _id: string }>(SYSTEM_COLLECTION)
      .deleteMany({ _id: { $nin: [...LOCAL_RECORDS] } });
  }

  private saveProgress(collection: string, documents: number): Promise<void> {
    return saveLoadProgress(this.parts.models, { dump: this.progress.dump, collection, documents });
  }

  private async withoutStored(
    name: string,
    documents: mongo.BSON.Document[],
  ): Promise<mongo.BSON.Document[]> {
    const ids = documents.map(({ _id }) => _id as mongo.BSON.ObjectId);
    const stored = await this.database
      .collection(name)
      .find({ _id: { $in: ids } }, { projection: { _id: 1 }, ...EXACT_TYPES })
      .toArray();
    const storedIds = new Set(stored.map(idTextOf));
    const missing = documents.filter((document) => !storedIds.has(idTextOf(document)));
    // Batches are stored in order: if one is missing, so are all later ones.
    this.mayBeStored = storedIds.size > 0 && missing.length === 0;
    return missing;
  }

  /**
   * Brings the data to the format of this Griot and opens the database to gateways.
   *
   * @param counts documents of each collection in the dump
   * @throws Error when the database holds others
   */
  async finish(collections: readonly DumpedCollection[], counts: ReadonlyMap<string, number>): Promise<void> {
    const { models, lock, report } = this.parts;
    for (const collection of collections) await this.verify(collection, counts.get(collection.name) ?? 0);
    await applyMigrations({ models, migrations: MIGRATIONS, report }, lock);
    for (const collection of collections) await this.reportUnmade(collection);
    await lock.confirm();
    await models.system.deleteOne({ _id: LOAD_MARKER });
  }

  private async verify({ name, indexes }: DumpedCollection, expected: number): Promise<void> {
    const filter = name === SYSTEM_COLLECTION ? { _id: { $nin: [...LOCAL_RECORDS] } } : {};
    const count = await this.database.collection<{ _id: string }>(name).countDocuments(filter);
    // Expiring documents may have been deleted.
    const isRight = indexes.some((index) => 'expireAfterSeconds' in index)
      ? count <= expected
      : count === expected;
    if (!isRight)
      throw new Error(`${name} contains ${count} documents instead of the ${expected} of the dump`);
  }

  private async reportUnmade({ name, indexes }: DumpedCollection): Promise<void> {
    const made = new Set(
      (await this.database.collection(name).indexes()).map(({ key }) => JSON.stringify(key)),
    );
    for (const { key } of indexes) {
      if (!made.has(JSON.stringify(key)))
        this.parts.report(
          `The dump has an index of ${name} that was not created here: ${JSON.stringify(key)}.`,
        );
    }
  }
}

function idTextOf({ _id }: mongo.BSON.Document): string {
  return mongo.BSON.EJSON.stringify({ _id: _id as unknown }, { relaxed: false });
}
