import { parseArgs } from 'node:util';
import { leave } from './leave';

const ACTIONS = ['create', 'list', 'disable', 'enable', 'reset'] as const;

export type AdminAction = (typeof ACTIONS)[number];

export interface AdminOptions {
  readonly action: AdminAction;
  /** Of the user it is about; empty for `list`. */
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly readsPassword: boolean;
}

const USAGE = `Usage: npm run admin -- ACTION [USERNAME] [options]

Manages the users who log in, on the database that the environment names, while gateways run.

  create USERNAME   makes an admin and prints a random password, once
  list              prints number, name, role and state of every user
  disable USERNAME  locks a user out: all tokens end at once
  enable USERNAME   lets a user in again
  reset USERNAME    sets a new random password and prints it once, enables the user and ends all tokens

  --role=ROLE         create a user of this role: admin (the default) or user
  --password-stdin    take the password from standard input in place of a random one
  --help              show this text`;

/** The options of the admin command. Ends the process where there is nothing to do. */
export function adminOptions(args: readonly string[]): AdminOptions {
  const parsed = parse(args);
  if (typeof parsed === 'string') return leave(`${parsed}\n\n${USAGE}`, 2);
  const { values, positionals } = parsed;
  if (values.help) return leave(USAGE, 0);
  const [given, username = ''] = positionals;
  const action = ACTIONS.find((one) => one === given);
  const isComplete = (action === 'list') === (username === '') && positionals.length <= 2;
  if (action === undefined || !isComplete) return leave(USAGE, 2);
  if (values.role !== 'admin' && values.role !== 'user')
    return leave(`--role must be admin or user\n\n${USAGE}`, 2);
  return { action, username, role: values.role, readsPassword: values['password-stdin'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string', default: 'admin' },
        'password-stdin': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
