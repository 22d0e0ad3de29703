import { commandLine, refuse } from './command';

const ACTIONS = ['create', 'list', 'disable', 'enable', 'erase', 'reset', 'reset-application'] as const;

export type AdminAction = (typeof ACTIONS)[number];

export interface AdminOptions {
  readonly action: AdminAction;
  /** Of the user it is about, or name or email of the application; empty for `list`. */
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
  erase USERNAME    empties the profile, takes the name off comments and locks the user out, for good
  reset USERNAME    sets a new random password and prints it once, enables the user, ends all tokens and lifts
                    the limits on failed logins: of the user, and of the networks that failed at it
  reset-application NAME
                    sets a new random password of the application of this name or email and prints it once,
                    ends all its tokens and lifts its limits on failed logins

  --role=ROLE         create a user of this role: admin (the default) or user
  --password-stdin    take the password from standard input in place of a random one
  --help              show this text`;

/** The options of the admin command. Ends the process where there is nothing to do. */
export function adminOptions(): AdminOptions {
  const { values, positionals } = commandLine({
    usage: USAGE,
    options: {
      role: { type: 'string', default: 'admin' },
      'password-stdin': { type: 'boolean', default: false },
    },
    positionals: [1, 2],
  });
  const [given, username = ''] = positionals;
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined || (action === 'list') !== (username === '')) return refuse(USAGE);
  if (values.role !== 'admin' && values.role !== 'user') return refuse(USAGE, '--role must be admin or user');
  return { action, username, role: values.role, readsPassword: values['password-stdin'] };
}
