import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nameKeyOf } from '../domain/account/account-names';
import { exportApplication } from '../formats/chatbot/export-application';
import { commandLine, run, openForCommand } from './command';

const USAGE = `Usage: npm run --silent export -- [--out FILE] NAME

Writes an application with everything that it owns as one JSON document. NAME is its name, email or public identifier.
Secrets (values of connectors, tokens of conversations) are replaced, their names kept; the password is left out.

  --out FILE   write to a new file, readable by its owner alone, instead of standard output
  --help       show this text`;

/** Exports an application: see `--help`. */
async function main(): Promise<void> {
  const { values, positionals } = commandLine({
    usage: USAGE,
    options: { out: { type: 'string' } },
    positionals: [1, 1],
  });
  const [[name = ''], { out }] = [positionals, values];
  const gateway = await openForCommand();
  try {
    const { applications } = gateway.storage;
    const application =
      (await applications.findByKey(nameKeyOf(name))) ?? (await applications.findMany([name]))[0];
    if (!application) throw new Error(`There is no application ${name}.`);
    const target = out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(exportApplication(application, gateway.owned)), target).catch(endQuietly);
  } finally {
    await gateway.close();
  }
}

/** Whoever closes the pipe needs no sentence; the exit code says that not everything was written. */
function endQuietly(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exitCode = 1;
}

run(main);
