import type { Models } from '../models';

/** The dependencies of work that continues after a crash. */
export interface ResumedContext {
  readonly models: Models;
  /** The saved progress of an interrupted run; `undefined` for a new one. */
  readonly progress: unknown;
  /** Saves the progress of the migration, so that a run after a crash continues. */
  readonly save: (progress: unknown) => Promise<void>;
}

/** The dependencies of a migration. */
export interface MigrationContext extends ResumedContext {
  /** Receives a sentence for the operator. */
  readonly report: (sentence: string) => void;
}

/** A numbered change of the stored data. All collections and indexes exist when it runs. It must be repeatable, because it
 * may be interrupted at any point and run again. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Whether older gateways keep working while the migration runs and afterwards. */
  readonly isSafeForOlderGateways: boolean;
  /** Absent if the migration only creates collections and indexes. */
  readonly run?: ((context: MigrationContext) => Promise<void>) | undefined;
}
