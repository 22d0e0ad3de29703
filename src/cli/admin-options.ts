import type { GivenQuota } from '../services/applications/usage.service';
import { commandLine, refuse } from './command';

const ACTIONS = [
  ...(['create', 'list', 'disable', 'enable', 'erase', 'reset', 'reset-application'] as const),
  ...(['quota-application', 'quota-dictionary'] as const),
] as const;

export type AdminAction = (typeof ACTIONS)[number];

export interface AdminOptions {
  readonly action: AdminAction;
  /** Of the user it is about, or name or email of the application, or identifier of the dictionary; empty for `list`. */
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly readsPassword: boolean;
  readonly quota: GivenQuota;
}

const USAGE = `Usage: npm run admin -- ACTION [USERNAME] [options]

Manages the users who log in, and what may be stored, on the database that the environment names, while gateways run.

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
  quota-application NAME
                    gives the application of this name or email a quota of its own, as the options say
  quota-dictionary ID
                    the same for a dictionary

  --role=ROLE         create a user of this role: admin (the default) or user
  --password-stdin    take the password from standard input in place of a random one
  --max-objects=N     most objects of an application, or articles of a dictionary; as configured when left out
  --max-mib=N         most that they may take, in MiB; as configured when left out
  --help              show this text`;

/** The options of the admin command. Ends the process where there is nothing to do. */
export function adminOptions(): AdminOptions {
  const { values, positionals } = commandLine({
    usage: USAGE,
    options: {
      role: { type: 'string', default: 'admin' },
      'password-stdin': { type: 'boolean', default: false },
      'max-objects': { type: 'string' },
      'max-mib': { type: 'string' },
    },
    positionals: [1, 2],
  });
  const [given, username = ''] = positionals;
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined || (action === 'list') !== (username === '')) return refuse(USAGE);
  if (values.role !== 'admin' && values.role !== 'user') return refuse(USAGE, '--role must be admin or user');
  const quota = { maxObjects: numberIn(values['max-objects']), maxMiB: numberIn(values['max-mib']) };
  return { action, username, role: values.role, readsPassword: values['password-stdin'], quota };
}

/** What is no number is refused where quotas are. */
function numberIn(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
