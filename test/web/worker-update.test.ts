import type { Browser, Page } from 'playwright-core';
import { nounLine } from '../support/articles';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { changedServer } from '../support/changed-server';
import { dictionaryFolder } from '../support/dictionary-files';
import { eventually } from '../support/eventually';
import { startGateway, type TestGateway } from '../support/gateway';

const ID = 'ewe_fr_updated';

/** Whether the second worker is the only one. The network must not break before, because the second one is loading its files. */
const IS_UPDATED = `Promise.all([caches.has('griot-first'), navigator.serviceWorker.getRegistration()]).then(
  ([isLeft, { installing, waiting, active }]) => !isLeft && !installing && !waiting && active.state === 'activated',
)`;

/** Names of the tables that a version of the pages has cached. */
function tablesOf(page: Page, version: string): Promise<readonly string[]> {
  return page.evaluate(
    `caches.open('griot-${version}').then((cache) => cache.keys())
      .then((kept) => kept.flatMap(({ url }) => /\\/(\\w+)-table/.exec(url)?.[1] ?? []).sort())`,
  );
}

describeInBrowser('a device with a copy of a dictionary', () => {
  let server: TestGateway;
  let proxy: Awaited<ReturnType<typeof changedServer>>;
  let browser: Browser;
  let version = 'first';

  beforeAll(async () => {
    server = await startGateway();
    await server.load(dictionaryFolder(ID, [nounLine(ID, 1, 'ɖɔŋ')]));
    proxy = await changedServer(server.url, (path, text) =>
      path === '/worker.js' ? text.replace(/(?<="version":")[^"]+/, version) : undefined,
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await proxy.close();
    await server.close();
  });

  test('has all tables after an update, also those that the version before had no need of', async () => {
    const { url } = proxy;
    const { page } = await visit(browser, url, { path: `/dictionaries/${ID}` });
    await page.getByRole('heading', { name: 'About this dictionary' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: /^Keep on this phone/ }).click();
    await page.getByText('Kept on this device.').waitFor();
    const tables = await tablesOf(page, 'first');
    expect(tables).toEqual(expect.arrayContaining(['alphabet', 'morphology', 'phrase', 'suggestion']));
    await page.evaluate(
      `caches.open('griot-first').then(async (cache) => {
        for (const { url } of await cache.keys()) if (/alphabet-table/.test(url)) await cache.delete(url);
      })`,
    );

    version = 'second';
    await page.evaluate('navigator.serviceWorker.getRegistration().then((worker) => worker.update())');
    await eventually(() => page.evaluate(IS_UPDATED));

    expect(await tablesOf(page, 'second')).toEqual(tables);
    await page.context().setOffline(true);
    await page.goto(`${url}/dictionaries/${ID}?letter=%C9%96`);
    await page.getByText('You are offline.').waitFor();
    await page.getByRole('link', { name: 'ɖɔŋ', exact: true }).waitFor();
  });
});
