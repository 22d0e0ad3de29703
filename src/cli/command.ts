import { type Gateway, type GatewayConfig, openGateway } from '../server/compose';
import { configOfProcess } from '../config/load-config';
import { createLogger } from '../observability/logger';
import { COMMAND_TIME_LIMITS } from '../storage/mongo/transaction';
import { openDatabase, requireDatabase } from '../server/database';
import { openTransfer, type Transfer } from '../storage/dump/open-transfer';
import { SingleBar } from 'cli-progress';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { contextOf } from '../graphql/context';
import { buildGatewaySchema } from '../graphql/schema';
import type { StreamRequest } from '../rest/adapter/streamed-object';
import { graphqlExecutor, loadOperations, operationRunner } from '../rest/document/operations';
import { type RouteDefinition, routeOf } from '../rest/table/route';
import { PROJECT_FOLDER } from '../server/project-folder';
import { messageOf } from '../shared/failure';
import { MAX_REST_PAGE_SIZE } from '../shared/paging';
import { operatorNamed } from '../shared/viewer';

/** Runs the documents of an export route with the rights of the operator, so that a command writes what the route sends. */
export function exportDocuments(gateway: Gateway, definition: RouteDefinition): StreamRequest {
  const schema = buildGatewaySchema(gateway, {
    isMetadataPublic: false,
    isRegistrationOpen: false,
    report: (error) => {
      console.error(`The audit log could not be written: ${messageOf(error)}`);
    },
  });
  const operations = loadOperations(schema, join(PROJECT_FOLDER, 'schema', 'operations'));
  const route = routeOf(definition, operations);
  const runOperation = operationRunner(graphqlExecutor(schema));
  const origin = {
    viewer: operatorNamed(userInfo().username),
    requestId: randomUUID(),
    address: '',
    maxItems: MAX_REST_PAGE_SIZE,
  };
  const runSeparately: StreamRequest['runSeparately'] = (operation, variables) =>
    runOperation(operation, variables, contextOf(origin, gateway));
  return { route, runSeparately, run: (variables) => runSeparately(route.operation, variables) };
}

/** Interval between two lines of progress without a terminal, in milliseconds. */
const LINE_EVERY_MS = 2000;

/** Shows progress: a bar on a terminal, otherwise a line at intervals. */
export interface Progress {
  /** @param total the final value of `done`, in any unit */
  readonly begin: (name: string, total: number) => void;
  readonly advance: (done: number, amount: number, name?: string) => void;
  readonly end: () => void;
  readonly print: (line: string) => void;
}

/** @param unit the unit of `amount`, such as "articles" */
export function progressOn(stream: NodeJS.WriteStream, unit: string): Progress {
  return stream.isTTY ? bar(stream, unit) : lines(stream, unit);
}

function bar(stream: NodeJS.WriteStream, unit: string): Progress {
  const singleBar = new SingleBar({
    stream,
    format: `{name} {bar} {percentage} % | {amount} ${unit}`,
    clearOnComplete: true,
  });
  let total = 0;
  return {
    begin: (name, all) => {
      total = all;
      singleBar.start(total, 0, { name, amount: 0 });
    },
    advance: (done, amount, name) => {
      singleBar.update(Math.min(done, total), { amount, ...(name !== undefined && { name }) });
    },
    end: () => {
      singleBar.stop();
    },
    print: (line) => {
      stream.write(`\r${line}\n`);
    },
  };
}

function lines(stream: NodeJS.WriteStream, unit: string): Progress {
  let currentName = '';
  let printedAt = Date.now();
  return {
    begin: (name) => {
      currentName = name;
    },
    advance: (_done, amount, name = currentName) => {
      if (Date.now() - printedAt < LINE_EVERY_MS) return;
      printedAt = Date.now();
      stream.write(`${name}: ${amount} ${unit}\n`);
    },
    end: () => undefined,
    print: (line) => {
      stream.write(`${line}\n`);
    },
  };
}

/**
 * Runs a function on the configured database, and closes the database afterwards.
 *
 * @param report receives sentences for the operator
 */
export async function withTransfer(
  report: (sentence: string) => void,
  work: (transfer: Transfer) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(configOfProcess(), createLogger({ logLevel: 'warn' }));
  try {
    const transfer = await openTransfer(database.address, report);
    try {
      await work(transfer);
    } finally {
      await transfer.close();
    }
  } finally {
    await database.close();
  }
}

/** Aborts on SIGINT and SIGTERM, so that a command can clean up. A second signal ends the process at once. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      controller.abort(new Error(`Interrupted by ${name}.`));
    });
  return controller.signal;
}

/** Opens the configured gateway for a command, which waits longer for a busy database than a request does. */
export function openForCommand(
  config: GatewayConfig = configOfProcess(),
  logLevel: 'info' | 'warn' = 'warn',
): Promise<Gateway> {
  return openGateway(config, createLogger({ logLevel }), { timeLimits: COMMAND_TIME_LIMITS });
}

/**
 * Opens the configured gateway for a command that works on stored data only: in a wrong folder, it would create an empty database
 * and find nothing.
 *
 * @throws Error when there is no database
 */
export async function openExisting(): Promise<Gateway> {
  const config = configOfProcess();
  requireDatabase(config);
  return openForCommand(config);
}
