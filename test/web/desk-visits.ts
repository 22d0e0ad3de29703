import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ADMIN_NAME, ADMIN_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import { openBrowser, visit, type Visit } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';
import { PlainBrowser } from './desk-browser';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

export const TELEPHONE = { width: 320, height: 640 };

interface Account {
  readonly name: string;
  readonly password: string;
}

/** A gateway with a dictionary, and a browser that visits its desk. */
export interface DeskVisits {
  readonly accounts: AccountServer;
  readonly browser: Browser;
  /** A page of somebody who is signed in: the admin if nobody else is named. */
  readonly signIn: (options?: BrowserContextOptions, account?: Account) => Promise<Visit>;
  /** An account with a role in the dictionary. */
  readonly member: (role: 'CONTRIBUTOR' | 'EDITOR') => Promise<Account>;
  readonly close: () => Promise<unknown>;
}

export async function startDeskVisits(): Promise<DeskVisits> {
  const [accounts, browser] = await Promise.all([startWithAccounts(), openBrowser()]);
  await accounts.server.load(dictionaryFolder(DICTIONARY, LINES, METADATA));
  return {
    accounts,
    browser,
    signIn: async (options = {}, { name, password } = { name: ADMIN_NAME, password: ADMIN_PASSWORD }) => {
      // Without the pages of the sign-in, which take a browser longer than most of what is tested after it.
      const { cookie } = await new PlainBrowser(accounts.server.url).signIn(name, password);
      return visit(browser, accounts.server.url, { path: '/desk', cookie, ...options });
    },
    member: async (role) => {
      const account = { name: role.toLowerCase(), password: 'a password of a member' };
      const user = { username: account.name, password: account.password };
      await accounts.rest('POST', '/lexicon/users', { token: accounts.admin, body: { user } });
      const mutation = `mutation ($user: ID!, $role: DictionaryRole!) { setDictionaryMember(dictionary: "${DICTIONARY}", user: $user, role: $role) { userErrors { message } } }`;
      await accounts.graphql(mutation, { user: account.name, role }, accounts.admin);
      return account;
    },
    close: () => Promise.all([browser.close(), accounts.server.close()]),
  };
}
