import type { TableName, Tables } from './gloss-table';
import { loadTable, TABLES } from './tables';

/** Thrown in a browser if a required table has not been loaded. */
export class MissingTable extends Error {
  constructor(readonly table: TableName) {
    super(`${table} is not loaded`);
  }
}

/** Runs work that may throw MissingTable: loads the missing table and runs the work again from its beginning. */
export async function withTables<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissingTable)) throw error;
      await loadTable(error.table);
    }
}

/**
 * Returns a table, or the code that browsers load with it.
 *
 * @throws MissingTable in a browser that has not loaded it; `withTables` loads it and tries again
 */
export function tableOf<Name extends TableName>(name: Name): NonNullable<Tables[Name]> {
  const table = TABLES[name];
  if (table === undefined) throw new MissingTable(name);
  return table;
}
