import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { nounLine } from '../support/articles';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';

const ID = 'ewe_fr_pages';

/** Of the database of the browser. */
interface Stored {
  readonly key: readonly string[];
  readonly names?: readonly string[];
}

describeInBrowser('a dictionary that several pages of a phone have open', () => {
  let accounts: AccountServer;
  let browser: Browser;

  beforeAll(async () => {
    accounts = await startWithAccounts();
    const lines = Array.from({ length: 30 }, (_, i) => nounLine(ID, i + 1, `ɖɔŋ${String(i + 1)}`));
    await accounts.server.load(dictionaryFolder(ID, lines));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await accounts.server.close();
  });

  async function opened(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${accounts.server.url}/dictionaries/${ID}`);
    await page.getByRole('heading', { name: 'About this dictionary' }).scrollIntoViewIfNeeded();
    return page;
  }

  async function kept() {
    const { page, close } = await visit(browser, accounts.server.url, { path: `/dictionaries/${ID}` });
    await page.getByRole('heading', { name: 'About this dictionary' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /^Keep on this phone/ }).click();
    await page.getByText('Kept on this device.').waitFor();
    return { page, close };
  }

  async function update(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Update now' }).click();
    await page.getByText('Kept on this device.').waitFor();
  }

  test('is brought up to date by one of them at a time, and whole after all have done it', async () => {
    const { page, close } = await kept();
    const other = await opened(page.context());
    await other.getByText('Kept on this device.').waitFor();
    // The changes of another generation cannot be told: both fetch all of it.
    await page.evaluate(
      inDatabase(`({ key, value }) => key[1] === 'state' && { ...value, generation: 'past' }`),
    );
    // As a page that is in the middle of it.
    await page.evaluate(
      `new Promise((held) => void navigator.locks.request('griot ${ID}', () => new Promise((end) => { globalThis.end = end; held(); })))`,
    );
    let isOver = false;
    const both = Promise.all([update(page), update(other)]).then(() => (isOver = true));
    await page.waitForTimeout(1000);
    const wasOver = isOver;
    await page.evaluate('globalThis.end()');
    await both;
    const stored = await page.evaluate<readonly Stored[]>(inDatabase('() => undefined'));
    const files = stored.flatMap(({ key: [, kind, name] }) => (kind === 'file' ? [name] : []));

    expect(wasOver).toBe(false);
    expect(stored.flatMap(({ names = [] }) => [...names]).sort()).toEqual([...files].sort());
    expect(files.length).toBeGreaterThan(0);
    await close();
  });

  test('is fetched again when a part of it is missing', async () => {
    const { page, close } = await kept();
    await page.evaluate(inDatabase(`({ key }) => key[1] === 'file' && null`));
    await page.reload();
    // It is offered again, unless the page has brought its copies up to date before it looks.
    const offer = page.getByRole('button', { name: /^Keep on this phone/ });
    const isKept = page.getByText('Kept on this device.');
    await offer.or(isKept).first().waitFor();
    if (await offer.isVisible()) await offer.click();
    await isKept.waitFor();
    await page.context().setOffline(true);
    await page.goto(`${accounts.server.url}/?q=dong7&dictionary=${ID}`);

    await page.getByRole('link', { name: 'ɖɔŋ7', exact: true }).waitFor();
    await close();
  });
});

/**
 * A script that changes the records of the copy.
 *
 * @param change gives a record another value, removes it by null, and leaves it by anything else
 * @returns what is there afterwards: keys, and the names of files that a state has
 */
function inDatabase(change: string): string {
  return `new Promise((resolve, reject) => {
    const change = ${change};
    const request = indexedDB.open('griot', 1);
    request.onerror = reject;
    request.onsuccess = () => {
      const transaction = request.result.transaction('copies', 'readwrite');
      const records = transaction.objectStore('copies');
      const found = [];
      records.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return;
        const { key, value } = cursor;
        const changed = change({ key, value });
        if (changed === null) cursor.delete();
        else {
          if (changed) cursor.update(changed);
          found.push({ key, names: value.names });
        }
        cursor.continue();
      };
      transaction.oncomplete = () => resolve(found);
    };
  })`;
}
