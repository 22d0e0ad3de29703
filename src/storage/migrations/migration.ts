import type { Models } from '../models';

/** What work on the data that goes on after a crash works with. */
export interface ResumedContext {
  readonly models: Models;
  /** What an interrupted run of it saved last; `undefined` when it begins. */
  readonly progress: unknown;
  /** Remembers how far the migration is, so that a run after a crash goes on from there. */
  readonly save: (progress: unknown) => Promise<void>;
}

/** What a migration works with. */
export interface MigrationContext extends ResumedContext {
  /** Takes a sentence for people. */
  readonly report: (sentence: string) => void;
}

/** A numbered change of the stored data, for which all collections and indexes are there. It must be repeatable: it may be interrupted anywhere and run again. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Whether gateways from before the migration go on working while it runs and afterwards. */
  readonly isSafeForOlderGateways: boolean;
  readonly run: (context: MigrationContext) => Promise<void>;
}

/** The format of a database: what has been applied to it, and what a gateway must know to use it. */
export interface DataFormat {
  readonly version: number;
  readonly oldestGateway: number;
}
