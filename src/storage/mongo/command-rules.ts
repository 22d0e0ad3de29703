/** How a command of the database is treated. */
export interface CommandRule {
  /** Ends with the request that sent it, unless it is part of a transaction. */
  readonly isRead?: boolean;
  /** Its outcome is waited for. */
  readonly isWrite?: boolean;
  /** Is sent with `maxTimeMS`. */
  readonly hasTimeLimit?: boolean;
  /** May take long whoever sent it. */
  readonly isLong?: boolean;
  /** Brings something to its end, and so is sent for requests that have ended, too. */
  readonly endsWork?: boolean;
}

const READ: CommandRule = { isRead: true, hasTimeLimit: true };
const WRITE: CommandRule = { isWrite: true, hasTimeLimit: true };
const DEFINITION: CommandRule = { hasTimeLimit: true, isLong: true };

/**
 * Every command of the gateway; what is missing here (handshakes, heartbeats) is the driver's own. A cursor has the limit of the `find`
 * that opened it: MongoDB refuses one with `getMore`.
 */
const RULES: Readonly<Record<string, CommandRule>> = {
  find: READ,
  aggregate: READ,
  count: READ,
  distinct: READ,
  getMore: { isRead: true },
  insert: WRITE,
  update: WRITE,
  delete: WRITE,
  findAndModify: WRITE,
  create: DEFINITION,
  createIndexes: DEFINITION,
  drop: DEFINITION,
  dropDatabase: DEFINITION,
  dropIndexes: DEFINITION,
  listCollections: DEFINITION,
  listIndexes: DEFINITION,
  commitTransaction: { isWrite: true, hasTimeLimit: true, isLong: true, endsWork: true },
  abortTransaction: { endsWork: true },
  killCursors: { endsWork: true },
  endSessions: { endsWork: true },
};

/** The rule of a command, whose name is its first field. */
export function ruleOf(command: object): CommandRule | undefined {
  for (const name in command) return RULES[name];
  return undefined;
}
