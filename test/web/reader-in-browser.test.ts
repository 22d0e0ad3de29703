import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { describeInBrowser, openBrowser, overflow, axeFindings, visit } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

const WORD = 'ɖɔ̀ŋkɔ́'.normalize('NFC');
const NARROW = { width: 320, height: 640 };

const PAGES = [
  ['/', 'light'],
  ['/?q=donko', 'dark'],
  ['/?q=village', 'light'],
  [`/dictionaries/${DICTIONARY}/1`, 'dark'],
  [`/dictionaries/${DICTIONARY}/1`, 'light'],
  ['/dictionaries', 'dark'],
  [`/dictionaries/${DICTIONARY}`, 'light'],
  ['/headwords?word=village', 'dark'],
  ['/dictionaries/long_words', 'light'],
  ['/dictionaries/long_words/1', 'dark'],
  ['/dictionaries/long_words/2', 'light'],
] as const;

/** Two neighbours without a place to break a line. */
const LONG_WORDS = [1, 2].map((number) => {
  const [headword, content] = ['a'.repeat(90), 'b'.repeat(200)];
  const article = {
    entry: { headword },
    translations: [{ lang: 'en', content }],
    examples: [{ text: content, translation: { en: content } }],
  };
  return { id_dico: 'long_words', id_article: number, public_id: `long_words-${String(number)}`, article };
});

describeInBrowser('the reader in a browser', () => {
  let server: TestGateway;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startGateway(), openBrowser()]);
    await server.load(dictionaryFolder(DICTIONARY, LINES, METADATA));
    await server.load(dictionaryFolder('long_words', LONG_WORDS));
  });

  afterAll(() => Promise.all([browser.close(), server.close()]));

  test.each([true, false])(
    'finds a marked word typed plainly, opens it, goes back; with script: %s',
    async (script) => {
      const { page, problems, close } = await visit(browser, server.url, {
        path: '/',
        viewport: NARROW,
        javaScriptEnabled: script,
      });

      await page.getByLabel('Word to look up').pressSequentially('donko');
      if (!script) await page.getByRole('button', { name: 'Search' }).click();
      // On some days the first page shows this very word as that of the day.
      const link = page.locator('.lines').getByRole('link', { name: WORD });
      await link.waitFor();
      const found = new URL(page.url()).search;
      await link.click();
      await page.getByRole('heading', { name: WORD, level: 1 }).waitFor();
      const isWide = script && (await overflow(page)) > 0;
      await page.goBack();
      await link.waitFor();

      expect(new URLSearchParams(found).get('q')).toBe('donko');
      expect(await page.getByLabel('Word to look up').inputValue()).toBe('donko');
      expect(isWide).toBe(false);
      expect(problems).toEqual([]);
      await close();
    },
  );

  test('says how many were found in a live region, and nothing of a search that was overtaken', async () => {
    const { page, problems, close } = await visit(browser, server.url, { path: '/' });
    const status = page.getByRole('status');

    await page.getByLabel('Word to look up').pressSequentially('qxzvwq', { delay: 30 });
    await status.getByText('No article found for “qxzvwq”.').waitFor();
    await page.getByLabel('Word to look up').fill('ati');
    await status.getByText('1 article').waitFor();
    await page.getByLabel('Word to look up').fill('');
    await page.getByRole('link', { name: METADATA.long_name }).waitFor();

    expect(problems).toEqual([]);
    await close();
  });

  test('a search and its results are reachable by keyboard', async () => {
    const { page, close } = await visit(browser, server.url, { path: '/?q=donko' });

    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    const focus: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      await page.keyboard.press('Tab');
      focus.push(await page.evaluate('document.activeElement.textContent.trim()'));
    }
    expect(focus).toContain(WORD);
    await close();
  });

  test('the device keeps reading history and favourites; letters have keys, and the keyboard moves', async () => {
    const { page, problems, close } = await visit(browser, server.url, {
      path: `/dictionaries/${DICTIONARY}/3`,
    });

    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await page.getByRole('button', { name: 'Favourite', pressed: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: WORD, level: 1 }).waitFor();
    await page.goto(`${server.url}/`);
    await page.getByRole('region', { name: 'Favourites' }).getByRole('link', { name: 'atí' }).waitFor();
    const recent = page.getByRole('region', { name: 'Recently read' }).getByRole('listitem');
    await recent.first().waitFor();
    const read = await recent.allTextContents();
    await page.keyboard.press('/');
    await page.getByRole('button', { name: 'ɖ', exact: true }).click();
    const answered = page.waitForResponse((response) => decodeURIComponent(response.url()).includes('"ɖɔ"'));
    await page.getByRole('button', { name: 'ɔ', exact: true }).click();
    await (await answered).finished();
    await page.locator('.lines').getByRole('link', { name: WORD }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press('ArrowDown');

    expect(read.map((text) => text.trim().split(/\s+/)[0])).toEqual([WORD, 'atí'.normalize('NFC')]);
    expect(await page.getByLabel('Word to look up').inputValue()).toBe('ɖɔ');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe(WORD);
    expect(problems).toEqual([]);
    await close();
  });

  test('no page has a serious finding of axe, and all fit 320 pixels, in light and in dark', async () => {
    const { page, problems, close } = await visit(browser, server.url, { path: '/', viewport: NARROW });
    const found: unknown[] = [];
    for (const [path, colorScheme] of PAGES) {
      await page.emulateMedia({ colorScheme });
      await page.goto(server.url + path);
      found.push([path, await axeFindings(page), await overflow(page)]);
    }

    expect(found).toEqual(PAGES.map(([path]) => [path, [], 0]));
    expect(problems).toEqual([]);
    await close();
  });

  test('a search that the server does not answer shows no results of the word before it', async () => {
    const { page, close } = await visit(browser, server.url, { path: '/' });
    const [field, lines] = [page.getByLabel('Word to look up'), page.locator('.lines')];
    await field.fill('donko');
    await lines.getByRole('link', { name: WORD }).waitFor();
    await page.context().setOffline(true);
    await field.fill('village');
    await page.getByText('The search failed').waitFor();

    expect(await lines.getByRole('link').count()).toBe(0);
    await close();
  });

  test('a page of another origin searches with the element, by keyboard and letters, in the dark', async () => {
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><html lang="fr"><title>A school</title><link rel="icon" href="data:,"><main><h1>A school</h1>
        <script src="${server.url}/griot-search.js" defer></script>
        <griot-search dictionary="${DICTIONARY}"></griot-search></main></html>`,
      );
    });
    // A failed test must not wait for it.
    host.unref();
    await new Promise<void>((resolve) => {
      host.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}`;
    const { page, problems, close } = await visit(browser, origin, { path: '/', colorScheme: 'dark' });

    const field = page.getByRole('combobox', { name: 'Chercher dans le dictionnaire' });
    // Waits for the letters, which come with the settings of the dictionary.
    const letter = await page
      .getByRole('group', { name: 'Lettres' })
      .getByRole('button')
      .first()
      .textContent();
    await page.getByRole('button', { name: letter!, exact: true }).first().click();
    expect(await field.inputValue()).toBe(letter);
    await field.fill('donko');
    await page.getByRole('option').first().waitFor();
    const findings = await axeFindings(page);
    await field.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).textContent()).toContain(WORD);
    await field.press('Enter');
    await page.getByRole('heading', { name: WORD, level: 1 }).waitFor();

    expect(findings).toEqual([]);
    // The requests to the dictionary are of another origin than the page.
    expect(problems.filter((problem) => !problem.startsWith(`foreign: ${server.url}`))).toEqual([]);
    await close();
  });
});
