import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** Upper bounds of the time that a request takes, in seconds. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The same for one command of the database, which the driver measures in whole milliseconds. */
const COMMAND_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

export interface RequestEnd {
  /** A row of the REST interface or the name of another face; never a path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface OperationEnd {
  /** `query` or `mutation`; `none` for what could not be read. */
  readonly type: string;
  readonly name: string;
  readonly outcome: 'ok' | 'refused' | 'failed';
}

export interface CommandEnd {
  readonly name: string;
  readonly isDone: boolean;
  readonly seconds: number;
}

export interface LoginEnd {
  readonly account: 'user' | 'application';
  /** `success`, or the reason of the refusal. */
  readonly outcome: string;
}

/**
 * What is counted for the operator. Every label takes its values from a short list that the program knows: nothing that
 * a client sends becomes one.
 */
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'griot_http_requests_total',
    help: 'Answers over HTTP, by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.registry],
  });

  private readonly requestSeconds = new Histogram({
    name: 'griot_http_request_seconds',
    help: 'Time from the head of a request to the end of its answer, by route.',
    labelNames: ['route'] as const,
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });

  private readonly operations = new Counter({
    name: 'griot_graphql_operations_total',
    help: 'Operations at /graphql, by type, name where it is a known one, and outcome.',
    labelNames: ['type', 'name', 'outcome'] as const,
    registers: [this.registry],
  });

  private readonly commands = new Histogram({
    name: 'griot_database_command_seconds',
    help: 'Time of the commands to the database, by command and outcome.',
    labelNames: ['command', 'outcome'] as const,
    buckets: COMMAND_SECONDS,
    registers: [this.registry],
  });

  private readonly logins = new Counter({
    name: 'griot_logins_total',
    help: 'Attempts to log in, by kind of account and outcome.',
    labelNames: ['account', 'outcome'] as const,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  request({ route, method, status, seconds }: RequestEnd): void {
    this.requests.inc({ route, method, status: String(status) });
    this.requestSeconds.observe({ route }, seconds);
  }

  operation({ type, name, outcome }: OperationEnd): void {
    this.operations.inc({ type, name, outcome });
  }

  command({ name, isDone, seconds }: CommandEnd): void {
    this.commands.observe({ command: name, outcome: isDone ? 'done' : 'failed' }, seconds);
  }

  login({ account, outcome }: LoginEnd): void {
    this.logins.inc({ account, outcome });
  }
}
