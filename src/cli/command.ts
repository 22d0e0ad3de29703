import { type Gateway, type GatewayConfig, openGateway } from '../server/compose';
import { configOfProcess } from '../server/environment';
import { createLogger } from '../observability/logger';
import { BATCH_PATIENCE } from '../storage/mongo/patience';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '../shared/failure';

/** Opens the gateway of the configuration for a command: a busy database is waited for longer than a request may. */
export function openForCommand(
  config: GatewayConfig = configOfProcess(),
  logLevel: 'info' | 'warn' = 'warn',
): Promise<Gateway> {
  return openGateway(config, createLogger({ logLevel }), { patience: BATCH_PATIENCE });
}

type OptionTable = NonNullable<ParseArgsConfig['options']>;

export interface CommandLine<Options> {
  readonly usage: string;
  /** Beside `--help`. */
  readonly options?: Options;
  /** The least and the most of them; none when absent. */
  readonly positionals?: readonly [least: number, most: number];
}

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

/** The command line of this process. Ends the process with 0 where help is asked for, with 2 where it is wrong. */
export function commandLine<const Options extends OptionTable>({
  usage,
  options,
  positionals: [least, most] = [0, 0],
}: CommandLine<Options>): Pick<Parsed<Options>, 'values' | 'positionals'> {
  const all = { ...options, help: { type: 'boolean' } } as const;
  const { values, positionals } = parsed(all, { usage, allowPositionals: most > 0 });
  if ((values as { readonly help?: boolean }).help === true) {
    console.log(usage);
    process.exit(0);
  }
  if (positionals.length < least || positionals.length > most) refuse(usage);
  return { values, positionals } as Pick<Parsed<Options>, 'values' | 'positionals'>;
}

function parsed(
  options: OptionTable,
  { usage, allowPositionals }: { readonly usage: string; readonly allowPositionals: boolean },
) {
  try {
    return parseArgs({ args: process.argv.slice(2), options, allowPositionals });
  } catch (error) {
    return refuse(usage, messageOf(error));
  }
}

/** Ends the process with 2: the command line is wrong. */
export function refuse(usage: string, reason?: string): never {
  console.error(reason === undefined ? usage : `${reason}\n\n${usage}`);
  process.exit(2);
}

/** Runs a command. What goes wrong is said in its own words, and the process ends with 1. */
export function run(main: () => Promise<void>): void {
  // Whoever reads only the beginning (`| head`) closes the pipe; the command goes on to its end, and its exit code still says how.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
