import type { Page } from 'playwright-core';
import { describeInBrowser, overflow, visit } from '../support/browser';
import { type DeskVisits, startDeskVisits, TELEPHONE } from './desk-visits';
import { DICTIONARY } from './reader-dictionary';

const DESK = `/desk/dictionaries/${DICTIONARY}`;

/** The spacing that readers may set and that must lose no content: success criterion 1.4.12 of WCAG 2.2. */
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Sets the spacing as readers do: their style sheet is not subject to the policy of the page. */
function space(page: Page): Promise<void> {
  return page.evaluate<undefined>(
    `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(SPACING)}); document.adoptedStyleSheets = [sheet]; undefined }`,
  );
}

describeInBrowser('a narrow window', () => {
  let desk: DeskVisits;

  beforeAll(async () => {
    desk = await startDeskVisits();
  });

  afterAll(() => desk.close());

  test.each(['en', 'fr'])('has the sections of the reader on one line; language: %s', async (locale) => {
    const { page, close } = await visit(desk.browser, desk.accounts.server.url, {
      path: '/',
      viewport: TELEPHONE,
      locale,
    });
    const tops = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.top li')].map((section) => section.offsetTop)",
    );

    expect(tops.length).toBe(3);
    expect(new Set(tops).size).toBe(1);
    await close();
  });

  test('fits text with wide spacing on each form of the desk, in French', async () => {
    const { page, close } = await desk.signIn({ viewport: TELEPHONE, locale: 'fr' });
    const paths = [
      DESK,
      `${DESK}/articles/1`,
      `${DESK}/new`,
      `${DESK}/profile`,
      '/desk/account',
      '/desk/users',
    ];
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(desk.accounts.server.url + path);
      await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
      await space(page);
      if ((await overflow(page)) > 0) wide.push(path);
    }

    expect(wide).toEqual([]);
    await close();
  });
});
