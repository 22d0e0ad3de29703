import type { Page } from 'playwright-core';
import { axeFindings, describeInBrowser, findingsIn, overflow, visit } from '../support/browser';
import { sheetRow, textCell, workbookOf } from '../support/workbooks';
import { type DeskVisits, startDeskVisits, TELEPHONE } from './desk-visits';
import { DICTIONARY } from './reader-dictionary';

const WORD = 'ɖɔ̀ŋkɔ́'.normalize('NFC');
const DESK = `/desk/dictionaries/${DICTIONARY}`;

describeInBrowser('the desk in a browser', () => {
  let desk: DeskVisits;

  beforeAll(async () => {
    desk = await startDeskVisits();
  });

  afterAll(() => desk.close());

  /** What readers are shown of an article. */
  async function translations(number: number): Promise<readonly string[]> {
    const query = `{ article(dictionary: "${DICTIONARY}", number: "${String(number)}") { translations { content } } }`;
    const { article } = (await desk.accounts.graphql(query)).data as {
      article: { translations: { content: string }[] };
    };
    return article.translations.map(({ content }) => content);
  }

  test.each([true, false])(
    'a word is corrected on a telephone in 5 clicks; with script: %s',
    async (javaScriptEnabled) => {
      const { page, problems, close } = await desk.signIn({
        viewport: TELEPHONE,
        hasTouch: true,
        javaScriptEnabled,
      });
      await page.getByLabel('Find an article').fill('donko');
      await page.getByRole('button', { name: 'Find', exact: true }).tap();
      await page.getByRole('link', { name: WORD, exact: true }).tap();
      const text = page.getByRole('group', { name: 'translation 2', exact: true }).getByLabel('Text');
      await text.tap();
      await text.fill(javaScriptEnabled ? 'village of one’s birth' : 'birthplace');
      await page.getByRole('button', { name: 'Save' }).tap();
      await page.getByText('Saved.').waitFor();
      if (javaScriptEnabled) {
        await page.reload();
        expect(await page.getByText('Saved.').count()).toBe(0);
      }

      expect((await translations(1))[1]).toBe(javaScriptEnabled ? 'village of one’s birth' : 'birthplace');
      expect(await overflow(page)).toBe(0);
      expect(problems).toEqual([]);
      await close();
    },
  );

  /** Waits for the state of an import, which a page without script shows when it is loaded again. */
  async function importIs(
    state: string,
    page: Page,
    { isLive }: { readonly isLive: boolean },
  ): Promise<void> {
    const shown = page.getByRole('status').getByText(state, { exact: true });
    for (let left = 100; left > 0 && !(await shown.isVisible()); left--)
      if (isLive) await page.waitForTimeout(100);
      else await page.reload();
  }

  test('the sheet of a workbook that is named is read', async () => {
    const { page, problems, close } = await desk.signIn();
    const cells = (row: number, one: string, other: string) =>
      sheetRow(row, textCell(`A${row}`, one), textCell(`B${row}`, other));
    const book = await workbookOf([
      { name: 'Notes', rows: cells(1, 'Who', 'When') + cells(2, 'ada', 'today') },
      { name: 'Words', rows: cells(1, 'Headword', 'French') + cells(2, 'ada', 'un') },
    ]);
    await page.getByRole('link', { name: 'Import a new dictionary' }).click();
    await page.getByLabel('Identifier of the dictionary').fill('qaa_sheet');
    await page.getByLabel('File', { exact: true }).setInputFiles(book);
    await page.getByText('More fields').click();
    await page.getByLabel('Sheet').fill('Words');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByRole('heading', { name: 'words.xlsx' }).waitFor();
    await importIs('ready for your decision', page, { isLive: true });

    expect(await page.getByRole('group', { name: 'French' }).count()).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  test.each([true, false])(
    'a spreadsheet is imported, and the import is undone; with script: %s',
    async (javaScriptEnabled) => {
      const { page, problems, close } = await desk.signIn({ javaScriptEnabled });
      const settled = (state: string) => importIs(state, page, { isLive: javaScriptEnabled });
      await page.getByRole('link', { name: 'Import a new dictionary' }).click();
      await page.getByLabel('Identifier of the dictionary').fill('qaa_table');
      const buffer = Buffer.from('id,Headword,French\r\na1,ada,un\r\n');
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Read the file' }).click();
      await page.getByRole('heading', { name: 'words.csv' }).waitFor();
      await settled('ready for your decision');
      await page.getByRole('group', { name: 'French' }).getByLabel('Becomes').selectOption('forms');
      await page.getByRole('button', { name: 'Read the file again' }).click();
      await page.getByRole('heading', { name: 'words.csv' }).waitFor();
      await settled('ready for your decision');
      await page.getByText('French -> forms').waitFor();
      expect(await page.getByRole('group', { name: 'French' }).getByLabel('Becomes').inputValue()).toBe(
        'forms',
      );
      if (javaScriptEnabled) expect(await findingsIn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Store the articles' }).click();
      await settled('stored');
      await page.getByRole('button', { name: 'Undo the import' }).click();
      await page.getByText('The import was undone.').waitFor();

      expect(problems).toEqual([]);
      await close();
    },
  );

  test('the keyboard skips to the form of an article, whose first field is not covered', async () => {
    const { page, close } = await desk.signIn({ viewport: TELEPHONE });
    await page.goto(`${desk.accounts.server.url}${DESK}/articles/1`);
    await page.getByRole('link', { name: 'Skip to the form' }).focus();
    await page.keyboard.press('Enter');
    const isSeen = await page.evaluate(`(() => {
      const field = document.activeElement;
      const { x, y, width, height } = field.getBoundingClientRect();
      return field.id === 'f-headword' && field === document.elementFromPoint(x + width / 2, y + height / 2);
    })()`);

    expect(isSeen).toBe(true);
    await close();
  });

  test.each([true, false])(
    'a contributor proposes on a telephone, an editor accepts, hides the article and shows it again; with script: %s',
    async (javaScriptEnabled) => {
      const text = javaScriptEnabled ? 'proposed <b>' : 'proposed &amp;';
      const [contributor, editor] = [await desk.member('CONTRIBUTOR'), await desk.member('EDITOR')];
      const one = await desk.signIn({ viewport: TELEPHONE, javaScriptEnabled }, contributor);
      await one.page.goto(`${desk.accounts.server.url}${DESK}/articles/3`);
      await one.page.getByRole('group', { name: 'translation 1', exact: true }).getByLabel('Text').fill(text);
      await one.page.getByLabel('Note for the editors').fill('heard at home');
      await one.page.getByRole('button', { name: 'Propose' }).click();
      await one.page.getByText('Your proposal was sent').waitFor();
      expect(await overflow(one.page)).toBe(0);
      if (javaScriptEnabled) expect(await axeFindings(one.page)).toEqual([]);

      const two = await desk.signIn({ javaScriptEnabled }, editor);
      const { page } = two;
      await page.goto(desk.accounts.server.url + DESK);
      await page.getByRole('link', { name: 'Proposals', exact: true }).click();
      await page.getByRole('main').getByRole('listitem').getByRole('heading').getByRole('link').click();
      await page.locator('ins', { hasText: text }).waitFor();
      if (javaScriptEnabled) expect(await findingsIn(page)).toEqual([]);
      await page.getByLabel('Answer to the proposer').fill('thank you');
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByText('The proposal was accepted').waitFor();
      expect(await translations(3)).toEqual([text]);

      await page.getByRole('link', { name: 'Articles', exact: true }).click();
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: 'Hide from readers' }).click();
      await page.getByRole('button', { name: 'Hide them' }).click();
      await page.getByRole('heading', { name: 'Hidden: 1' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('heading', { name: 'Shown: 1' }).waitFor();

      expect([...one.problems, ...two.problems]).toEqual([]);
      await Promise.all([one.close(), two.close()]);
    },
  );

  test('adds items in place, types letters by keys and updates the preview, with script', async () => {
    const { page, problems, close } = await desk.signIn();
    await page.goto(`${desk.accounts.server.url}${DESK}/articles/3`);
    await page.getByRole('button', { name: '+ Add translation' }).click();
    const added = page.getByRole('group', { name: 'translation 2', exact: true }).getByLabel('Text');
    await added.waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('translations.1.lang');
    await added.click();
    await page.keyboard.type('e');
    await page.getByRole('group', { name: 'Insert letter' }).getByRole('button', { name: 'ŋ' }).click();
    expect(await added.inputValue()).toBe('eŋ');
    await page.getByLabel('As readers will see it').getByText('eŋ').waitFor();
    await page.getByRole('button', { name: 'Remove translation 2' }).click();
    await added.waitFor({ state: 'detached' });

    expect(problems).toEqual([]);
    await close();
  });

  test('a form that meets no server keeps its text, says so, and is sent when the connection is back', async () => {
    const { page, close } = await desk.signIn();
    await page.goto(`${desk.accounts.server.url}${DESK}/articles/3`);
    const text = page.getByRole('group', { name: 'translation 1', exact: true }).getByLabel('Text');
    await text.fill('typed in a tunnel');
    const problem = page.getByRole('alert').getByText('The server does not answer');
    for (const name of ['Save', '+ Add translation']) {
      await page.context().setOffline(true);
      await page.getByRole('button', { name, exact: true }).click();
      await problem.waitFor();
      expect([name, await text.inputValue()]).toEqual([name, 'typed in a tunnel']);
      await page.context().setOffline(false);
      await page.getByRole('button', { name: '+ Add form' }).click();
      await problem.waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();

    expect(await text.inputValue()).toBe('typed in a tunnel');
    await close();
  });

  test('a conflict of two tabs fits a French telephone, with the typed text in the form', async () => {
    const { page, close } = await desk.signIn({ viewport: TELEPHONE, locale: 'fr' });
    const other = await page.context().newPage();
    const opened = [page, other];
    await Promise.all(opened.map((tab) => tab.goto(`${desk.accounts.server.url}${DESK}/articles/3`)));
    const field = 'input[name="translations.0.content"]';
    for (const [n, tab] of opened.entries()) {
      await tab.locator(field).fill(`<b>onglet ${String(n)}</b>`);
      await tab.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await tab.getByText(n === 0 ? /^Enregistré\.$/ : /^D’autres personnes/).waitFor();
    }

    expect(await other.locator(field).inputValue()).toBe('<b>onglet 1</b>');
    expect(await overflow(other)).toBe(0);
    await close();
  });

  test('letter keys are a single tab stop, and arrow keys move among them', async () => {
    const { page, problems, close } = await desk.signIn();
    await page.goto(`${desk.accounts.server.url}${DESK}/articles/3`);
    const stops = '[...document.querySelectorAll(".keys button")].map((key) => key.tabIndex)';
    const active = '[...document.querySelectorAll(".keys button")].indexOf(document.activeElement)';
    const pressed: unknown[] = [];
    await page.getByRole('textbox', { name: 'Headword', exact: true }).focus();
    await page.locator('.keys button[tabindex="0"]').focus();
    const count = await page.locator('.keys button').count();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'End']) {
      await page.keyboard.press(key);
      pressed.push(await page.evaluate(active));
    }
    const last = await page.locator('.keys button').last().textContent();
    await page.keyboard.press('Enter');

    expect(pressed).toEqual([1, 0, count - 1, 0, count - 1]);
    expect(await page.evaluate(stops)).toEqual([...Array<number>(count - 1).fill(-1), 0]);
    // What was typed in is where one goes on.
    expect(await page.evaluate('document.activeElement.id')).toBe('f-headword');
    expect(await page.evaluate('document.activeElement.value')).toContain(last?.replace('◌', ''));
    expect(problems).toEqual([]);
    await close();
  });

  test.each([true, false])(
    'a lost password is replaced by a link on a telephone; with script: %s',
    async (javaScriptEnabled) => {
      const admin = await desk.signIn({ javaScriptEnabled });
      const { page } = admin;
      const username = `awa${String(javaScriptEnabled)}`;
      await page.getByRole('link', { name: 'Users' }).click();
      const form = page.locator('form.narrow');
      await form.getByLabel('Name', { exact: true }).fill(username);
      await form.getByLabel('Password').fill('a forgotten password');
      await form.getByRole('button').click();
      await page.getByRole('link', { name: username }).click();
      await page.getByRole('button', { name: 'Create a password reset link' }).click();
      const link = await page.getByLabel('Password reset link').inputValue();

      const path = link.slice(desk.accounts.server.url.length);
      const options = { viewport: TELEPHONE, hasTouch: true, javaScriptEnabled };
      const telephone = await visit(desk.browser, desk.accounts.server.url, { path, ...options });
      const asked: string[] = [];
      telephone.page.on('request', (request) => asked.push(request.headers()['referer'] ?? ''));
      expect(await overflow(telephone.page)).toBe(0);
      if (javaScriptEnabled) expect(await axeFindings(telephone.page)).toEqual([]);
      for (const label of ['New password', 'New password once more'])
        await telephone.page.getByLabel(label, { exact: true }).fill('a remembered password');
      await telephone.page.getByRole('button', { name: 'Set the password' }).tap();
      await telephone.page.getByRole('heading', { name: 'The new password is set' }).waitFor();
      await telephone.page.getByRole('link', { name: 'Sign in' }).tap();
      await telephone.page.getByLabel('Name').fill(username);
      await telephone.page.getByLabel('Password').fill('a remembered password');
      await telephone.page.getByRole('button', { name: 'Sign in' }).tap();
      await telephone.page.getByRole('heading', { name: 'Dictionaries', level: 1 }).waitFor();

      expect(asked.filter((referer) => referer.includes('/desk/reset/'))).toEqual([]);
      expect([...telephone.problems, ...admin.problems]).toEqual([]);
      await Promise.all([telephone.close(), admin.close()]);
    },
  );
});
