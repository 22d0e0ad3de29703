import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, visit } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

const ARTICLE = `/dictionaries/${DICTIONARY}/1`;

describeInBrowser('the reader in a browser with restrictions', () => {
  let server: TestGateway;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startGateway(), openBrowser()]);
    await server.load(dictionaryFolder(DICTIONARY, LINES, METADATA));
  });

  afterAll(() => Promise.all([browser.close(), server.close()]));

  test('offers no favourites if the browser stores nothing', async () => {
    const { page, problems, close } = await visit(browser, server.url, { path: '/' });
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    });

    await page.goto(server.url + ARTICLE);
    await page.getByRole('button', { name: 'Print' }).waitFor();

    expect(await page.getByRole('button', { name: 'favourite' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  test('says that a search failed if there is no network, and goes on when there is one', async () => {
    const { page, close } = await visit(browser, server.url, { path: '/' });
    const field = page.getByLabel('Word to look up');
    await field.fill('donko');
    await page.locator('.lines').getByRole('link').first().waitFor();

    await page.context().setOffline(true);
    await field.fill('village');
    await field.press('Enter');
    await page.getByText('The search failed. Press Search again.').waitFor();
    await page.context().setOffline(false);
    await field.press('Enter');
    await page.locator('.lines').getByRole('link').first().waitFor();

    expect(await field.inputValue()).toBe('village');
    await close();
  });

  test.each(['/?q=donko', ARTICLE, `/dictionaries/${DICTIONARY}`])(
    'each button of %s has a border in forced colours',
    async (path) => {
      const { page, close } = await visit(browser, server.url, { path, forcedColors: 'active' });
      const borders = await page.evaluate<readonly (readonly [name: string, style: string])[]>(
        `[...document.querySelectorAll('button')]
          .filter((button) => button.checkVisibility())
          .map((button) => [button.textContent, getComputedStyle(button).borderTopStyle])`,
      );

      expect(borders.filter(([, style]) => style !== 'solid')).toEqual([]);
      expect(borders).not.toEqual([]);
      await close();
    },
  );

  test('a printed article has no controls', async () => {
    const { page, close } = await visit(browser, server.url, { path: ARTICLE });
    await page.evaluate(
      `document.querySelector('main').append(Object.assign(new Audio(), { controls: true }))`,
    );
    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('button:visible, input:visible, nav:visible, audio:visible').count()).toBe(0);
    await close();
  });
});
