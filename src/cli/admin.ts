import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Gateway } from '../server/compose';
import { nameKeyOf } from '../domain/account/account-names';
import type { User } from '../domain/account/user';
import type { ApplicationRecord } from '../domain/chatbot/application';
import type { Quota, Usage } from '../domain/usage/usage';
import { applicationUsage, dictionaryUsage } from '../domain/usage/usage-scopes';
import { userCursor } from '../services/accounts/user.service';
import { randomPassword } from '../services/accounts/random-password';
import { Failure } from '../shared/failure';
import { type AdminAction, type AdminOptions, adminOptions } from './admin-options';
import { run } from './command';
import { openForCommand } from './open-for-command';

/** Users that are read at a time. */
const PAGE = 100;

type Action = (gateway: Gateway, options: AdminOptions) => Promise<void>;

const ACTIONS: Readonly<Record<AdminAction, Action>> = {
  create: async ({ users }, { username, role, readsPassword }) => {
    const password = await passwordOf(readsPassword);
    const user = await users.create({ username, password, role });
    console.log(
      `Made ${user.role} ${user.username}, number ${user.number}.${shown(password, readsPassword)}`,
    );
  },
  list: async ({ users }) => {
    for (let after: string | undefined; ;) {
      const window = { first: PAGE, after, sort: 'ASC' } as const;
      const { items, hasNextPage } = await users.list({ filter: {}, window, mostItems: PAGE });
      for (const user of items) console.log(lineOf(user));
      const last = items.at(-1);
      if (!hasNextPage || !last) return;
      after = userCursor(last);
    }
  },
  disable: async ({ users }, { username }) => {
    const user = await users.setDisabled(username, true);
    console.log(`${user.username} is locked out, and all tokens of ${user.username} have ended.`);
  },
  enable: async ({ users }, { username }) => {
    console.log(`${(await users.setDisabled(username, false)).username} can log in again.`);
  },
  erase: async ({ users }, { username }) => {
    const left = await users.erase(username);
    console.log(`${username} is gone: what is left is ${left.username}, who cannot log in.`);
  },
  reset: async ({ users, logins }, { username, readsPassword }) => {
    const password = await passwordOf(readsPassword);
    const user = await users.resetPassword(username, password);
    await logins.liftLimits(user);
    console.log(`${user.username} has a new password.${shown(password, readsPassword)}`);
  },
  'reset-application': async ({ storage, applications }, { username, readsPassword }) => {
    const application = await applicationNamed(storage, username);
    const password = await passwordOf(readsPassword);
    const { name } = await applications.resetPassword(undefined, application.publicId, password);
    console.log(
      `${name} has a new password, and all its tokens have ended.${shown(password, readsPassword)}`,
    );
  },
  'quota-application': async ({ storage, usages }, { username, quota }) => {
    const { publicId, name } = await applicationNamed(storage, username);
    await usages.limitApplication(publicId, quota);
    const [usage] = await usages.find([applicationUsage(publicId)]);
    if (usage) console.log(storing(name, usage));
  },
  'quota-dictionary': async ({ usages }, { username, quota }) => {
    const { dictionaryId } = await usages.limitDictionary(username, quota);
    const [usage] = await usages.find([dictionaryUsage(dictionaryId)]);
    if (usage) console.log(storing(dictionaryId, usage));
  },
};

async function applicationNamed(
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

/** Manages users: see `--help`. */
async function main(): Promise<void> {
  const options = adminOptions();
  const gateway = await openForCommand();
  try {
    await audited(gateway, options);
  } finally {
    await gateway.close();
  }
}

async function audited(gateway: Gateway, options: AdminOptions): Promise<void> {
  const { action } = options;
  if (action === 'list') return ACTIONS.list(gateway, options);
  const write = (outcome: string) =>
    gateway.audit.append(
      { role: 'operator', accountId: null, name: userInfo().username },
      {
        action: `command admin ${action}`,
        target: targetOf(options),
        outcome,
        requestId: randomUUID(),
      },
    );
  try {
    await ACTIONS[action](gateway, options);
  } catch (error) {
    await write(error instanceof Failure ? error.reason : 'INTERNAL_SERVER_ERROR');
    throw error;
  }
  await write('done');
}

function targetOf({ action, username, quota }: AdminOptions): string {
  if (!action.startsWith('quota-'))
    return `${action === 'reset-application' ? 'name' : 'username'}=${username}`;
  const limits = Object.entries(quota).flatMap(([name, limit]) =>
    limit === null ? [] : [`${name}=${limit}`],
  );
  return [`${action === 'quota-dictionary' ? 'dictionaryId' : 'name'}=${username}`, ...limits].join(' ');
}

/** Never from the command line, which other users of the machine can see. */
async function passwordOf(readsPassword: boolean): Promise<string> {
  return readsPassword ? (await text(process.stdin)).replace(/\r?\n$/, '') : randomPassword();
}

function shown(password: string, wasRead: boolean): string {
  return wasRead ? '' : ` Password, shown only now: ${password}`;
}

function lineOf({ number, username, role, isDisabled }: User): string {
  return [number, username, role, isDisabled ? 'disabled' : 'enabled'].join('\t');
}

run(main);
