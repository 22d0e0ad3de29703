import type { QuotaSetting } from '../services/applications/usage.service';
import { Argument, Command, Option } from 'commander';
import { openExisting, openForCommand } from './command';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Gateway } from '../server/compose';
import { ADMIN_COMMANDS, adminAction, type AuditOutcome } from '../domain/audit/audit-entry';
import { nameKeyOf } from '../domain/account/account-names';
import type { User } from '../domain/account/user';
import type { ApplicationRecord } from '../domain/chatbot/application';
import { type Quota, type Usage, applicationUsage, dictionaryUsage } from '../domain/usage/usage';
import { userCursor } from '../services/accounts/user.service';
import { randomPassword } from '../services/accounts/password';
import { actorOf } from '../services/audit/audit.service';
import { Failure } from '../shared/failure';
import { type AccountViewer, operatorNamed } from '../shared/viewer';

const ACTION_NAMES = ['list', ...ADMIN_COMMANDS] as const;

type AdminAction = (typeof ACTION_NAMES)[number];

interface AdminOptions {
  readonly action: AdminAction;
  /** The username, the name or email of the application, or the identifier of the dictionary. Empty for `list`. */
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly readsPassword: boolean;
  readonly quota: QuotaSetting;
}

const ACTIONS_HELP = `
Actions:
  create USERNAME         creates an admin and prints a random password, once
  list                    prints number, name, role and state of every user
  disable USERNAME        locks a user out and ends all tokens immediately
  enable USERNAME         lets a user in again
  erase USERNAME          empties the profile, removes the name from comments and locks the user out permanently
  reset USERNAME          sets a new random password and prints it once, enables the user, ends all tokens and API keys,
                          and lifts the limits on failed logins of the user and of the networks that failed to log in
  reset-link USERNAME     creates a link with which the user sets a new password once, within 24 hours, and prints its
                          path: put the address of the server before it
  reset-application NAME  sets a new random password of the application of this name or email and prints it once,
                          ends all its tokens and lifts its limits on failed logins
  quota-application NAME  sets the quota of the application of this name or email to the values of the options
  quota-dictionary ID     sets the quota of a dictionary`;

interface CommandOptions {
  readonly role: 'user' | 'admin';
  readonly passwordStdin: boolean;
  readonly maxObjects?: string;
  readonly maxMib?: string;
}

export const adminCommand = new Command('admin')
  .summary('manage users, passwords and quotas')
  .description(
    'Manages users, passwords and storage quotas in the configured database. Gateways may run at the same time.',
  )
  .addArgument(new Argument('<ACTION>', 'what to do').choices(ACTION_NAMES))
  .argument('[NAME]', 'the user, application or dictionary')
  .addOption(
    new Option('--role <ROLE>', 'role of the created user').choices(['admin', 'user']).default('admin'),
  )
  .option('--password-stdin', 'read the password from standard input instead of making a random one', false)
  .option(
    '--max-objects <N>',
    'maximum number of objects of an application, or of articles of a dictionary; defaults to the configured one',
  )
  .option('--max-mib <N>', 'maximum size of these in MiB; defaults to the configured one')
  .addHelpText('after', ACTIONS_HELP)
  .action((action: AdminAction, username: string | undefined, options: CommandOptions, command: Command) => {
    if (action === 'list' && username !== undefined) command.error('error: list takes no NAME');
    if (action !== 'list' && username === undefined) command.error(`error: ${action} needs a NAME`);
    const quota = { maxObjects: quotaNumber(options.maxObjects), maxMiB: quotaNumber(options.maxMib) };
    const { role, passwordStdin: readsPassword } = options;
    return manage({ action, username: username ?? '', role, readsPassword, quota });
  });

/** The quota service refuses a value that is not a number. */
function quotaNumber(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}

/** Number of users per page. */
const PAGE = 100;

type Action = (gateway: Gateway, options: AdminOptions) => Promise<void>;

const ADMIN_ACTIONS: Readonly<Record<AdminAction, Action>> = {
  create: async ({ users }, { username, role, readsPassword }) => {
    const password = await passwordOf(readsPassword);
    const user = await users.create({ username, password, role });
    console.log(
      `Created ${user.role} ${user.username}, number ${user.number}.${passwordHint(password, readsPassword)}`,
    );
  },
  list: async ({ users }) => {
    for (let after: string | undefined; ;) {
      const pageRequest = { first: PAGE, after, sort: 'ASC' } as const;
      const { items, hasNextPage } = await users.list({ filter: {}, pageRequest, maxItems: PAGE });
      for (const user of items) console.log(userLine(user));
      const last = items.at(-1);
      if (!hasNextPage || !last) return;
      after = userCursor(last);
    }
  },
  disable: async ({ users }, { username }) => {
    const user = await users.disable(username);
    console.log(`${user.username} is locked out, and all tokens of ${user.username} have ended.`);
  },
  enable: async ({ users }, { username }) => {
    console.log(`${(await users.enable(username)).username} can log in again.`);
  },
  erase: async ({ users }, { username }) => {
    const erased = await users.erase(username);
    console.log(`${username} was erased. The account remains as ${erased.username} and cannot log in.`);
  },
  reset: async ({ users, logins }, { username, readsPassword }) => {
    const password = await passwordOf(readsPassword);
    const user = await users.resetPassword(username, password);
    await logins.clearLimits(user);
    console.log(`${user.username} has a new password.${passwordHint(password, readsPassword)}`);
  },
  'reset-link': async ({ passwordResets }, { username }) => {
    const { path, user, expiresAt } = await passwordResets.create(operator(), username);
    console.log(`${user.username} sets a new password, until ${expiresAt.toISOString()}, at ${path}`);
  },
  'reset-application': async ({ storage, applications }, { username, readsPassword }) => {
    const application = await findApplication(storage, username);
    const password = await passwordOf(readsPassword);
    const { name } = await applications.resetPassword(undefined, application.publicId, password);
    console.log(
      `${name} has a new password, and all its tokens have ended.${passwordHint(password, readsPassword)}`,
    );
  },
  'quota-application': async ({ storage, usages }, { username, quota }) => {
    const { publicId, name } = await findApplication(storage, username);
    await usages.limitApplication(publicId, quota);
    const [usage] = await usages.find([applicationUsage(publicId)]);
    if (usage) console.log(storing(name, usage));
  },
  'quota-dictionary': async ({ usages }, { username, quota }) => {
    const { dictionaryId } = await usages.limitDictionary(username, { ...quota, ofMedia: false });
    const [usage] = await usages.find([dictionaryUsage(dictionaryId)]);
    if (usage) console.log(storing(dictionaryId, usage));
  },
};

async function findApplication(
  { applications }: Gateway['storage'],
  name: string,
): Promise<ApplicationRecord> {
  const application = await applications.findByKey(nameKeyOf(name));
  if (!application) throw new Failure('NOT_FOUND', `There is no application ${name}`);
  return application;
}

function storing(name: string, { objects, bytes, maxObjects, maxBytes }: Usage & Quota): string {
  return `${name} stores ${objects} of at most ${maxObjects} objects, and ${bytes} of at most ${maxBytes} bytes.`;
}

async function manage(options: AdminOptions): Promise<void> {
  // The first user may be created before the first start.
  const gateway = await (options.action === 'create' ? openForCommand() : openExisting());
  try {
    await audited(gateway, options);
  } finally {
    await gateway.close();
  }
}

async function audited(gateway: Gateway, options: AdminOptions): Promise<void> {
  const { action } = options;
  if (action === 'list') return ADMIN_ACTIONS.list(gateway, options);
  const write = (outcome: AuditOutcome) =>
    gateway.audit.append(actorOf(operator()), {
      action: adminAction(action),
      target: auditTarget(options),
      outcome,
      requestId: randomUUID(),
    });
  try {
    await ADMIN_ACTIONS[action](gateway, options);
  } catch (error) {
    await write(error instanceof Failure ? error.reason : 'INTERNAL_SERVER_ERROR');
    throw error;
  }
  await write('done');
}

function operator(): AccountViewer {
  return operatorNamed(userInfo().username);
}

function auditTarget({ action, username, quota }: AdminOptions): string {
  if (!action.startsWith('quota-'))
    return `${action === 'reset-application' ? 'name' : 'username'}=${username}`;
  const limits = Object.entries(quota).flatMap(([name, limit]) =>
    limit === null ? [] : [`${name}=${limit}`],
  );
  return [`${action === 'quota-dictionary' ? 'dictionaryId' : 'name'}=${username}`, ...limits].join(' ');
}

/** Reads the password from standard input, or generates one. Other users of the machine could read a command-line argument. */
async function passwordOf(readsPassword: boolean): Promise<string> {
  return readsPassword ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomPassword();
}

function passwordHint(password: string, wasRead: boolean): string {
  return wasRead ? '' : ` Password, shown only now: ${password}`;
}

function userLine({ number, username, role, isDisabled }: User): string {
  return [number, username, role, isDisabled ? 'disabled' : 'enabled'].join('\t');
}
