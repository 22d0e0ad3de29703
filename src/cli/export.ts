import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { openGateway } from '../app/compose';
import { configOfProcess } from '../app/environment';
import { createLogger } from '../app/logger';
import { nameKeyOf } from '../domain/account/account-names';
import { exportApplication } from '../formats/chatbot/export-application';
import { leave } from './leave';

const USAGE = `Usage: npm run --silent export -- [--out FILE] NAME

Writes an application with everything that it owns as one JSON document. NAME is its name, email or public identifier.
Secrets (values of connectors, tokens of conversations) are replaced, their names kept; the password is left out.

  --out FILE   write to a new file, readable by its owner alone, instead of standard output
  --help       show this text`;

/** Exports an application: see `--help`. */
async function main(): Promise<void> {
  const { name, out } = options(process.argv.slice(2));
  const gateway = await openGateway(configOfProcess(), createLogger({ logLevel: 'warn' }));
  try {
    const { applications } = gateway.storage;
    const application =
      (await applications.findByKey(nameKeyOf(name))) ?? (await applications.findMany([name]))[0];
    if (!application) throw new Error(`There is no application ${name}.`);
    const target = out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(exportApplication(application, gateway.owned)), target);
  } finally {
    await gateway.close();
  }
}

function options(args: readonly string[]): { readonly name: string; readonly out: string | undefined } {
  const parsed = parse(args);
  if (typeof parsed === 'string') return leave(`${parsed}\n\n${USAGE}`, 2);
  const { values, positionals } = parsed;
  if (values.help === true) return leave(USAGE, 0);
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return leave(USAGE, 2);
  return { name, out: values.out };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { out: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
