import type { TableName } from './gloss-table';
import { loadTable } from './tables';

/** Tables are not loaded: browsers load those that they need. */
export class MissingTable extends Error {
  constructor(readonly table: TableName) {
    super(`${table} is not loaded`);
  }
}

/** Works with the tables that it turns out to need: what finds some missing begins again when they are loaded. */
export async function withTables<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissingTable)) throw error;
      await loadTable(error.table);
    }
}
