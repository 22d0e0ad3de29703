import {
  createCommand,
  dropCommand,
  dropDatabaseCommand,
  listCollectionsCommand,
  listDatabasesCommand,
} from './collections';
import type { Command } from './context';
import { countCommand } from './count';
import { findAndModifyCommand } from './find-and-modify';
import { buildInfoCommand, helloCommand, pingCommand } from './greeting';
import { createIndexesCommand, dropIndexesCommand, listIndexesCommand } from './indexes';
import { aggregateCommand, findCommand, getMoreCommand, killCursorsCommand } from './read';
import { abortTransactionCommand, commitTransactionCommand, endSessionsCommand } from './session';
import { deleteCommand, insertCommand, updateCommand } from './write';

/** Every command that the engine answers. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['hello', helloCommand],
  ['isMaster', helloCommand],
  ['ismaster', helloCommand],
  ['ping', pingCommand],
  ['buildInfo', buildInfoCommand],
  ['buildinfo', buildInfoCommand],
  ['find', findCommand],
  ['getMore', getMoreCommand],
  ['killCursors', killCursorsCommand],
  ['count', countCommand],
  ['aggregate', aggregateCommand],
  ['insert', insertCommand],
  ['update', updateCommand],
  ['delete', deleteCommand],
  ['findAndModify', findAndModifyCommand],
  ['findandmodify', findAndModifyCommand],
  ['create', createCommand],
  ['drop', dropCommand],
  ['dropDatabase', dropDatabaseCommand],
  ['listCollections', listCollectionsCommand],
  ['listDatabases', listDatabasesCommand],
  ['createIndexes', createIndexesCommand],
  ['listIndexes', listIndexesCommand],
  ['dropIndexes', dropIndexesCommand],
  ['commitTransaction', commitTransactionCommand],
  ['abortTransaction', abortTransactionCommand],
  ['endSessions', endSessionsCommand],
]);
