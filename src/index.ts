import type { Griot } from './server/express-handler';
import { loadPrograms } from './bundle/load-programs';

export type { Griot };

/**
 * Opens the database and creates the handler: `express().use(await griot())`. Mount it at the root of the application, before
 * any body parser. On first start it prints the accounts that it creates, with their passwords, to standard output.
 *
 * @param variables the configuration, as docs/environment.md lists it; defaults to those of the process and of the file `.env`
 * @throws ConfigError that names every invalid variable; Error with a message when the database cannot be used
 */
export function griot(variables?: Readonly<Record<string, string>>): Promise<Griot> {
  return loadPrograms('handler').handler(variables);
}
