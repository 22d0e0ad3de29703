import type { Page } from 'playwright-core';
import { ADMIN_NAME, ADMIN_PASSWORD } from '../support/accounts';
import { describeInBrowser } from '../support/browser';
import { type DeskVisits, startDeskVisits } from './desk-visits';
import { DICTIONARY } from './reader-dictionary';

const ARTICLE = `/desk/dictionaries/${DICTIONARY}/articles/3`;

describeInBrowser('typed text in a browser', () => {
  let desk: DeskVisits;

  beforeAll(async () => {
    desk = await startDeskVisits();
  });

  afterAll(() => desk.close());

  const textOf = (page: Page) =>
    page.getByRole('group', { name: 'translation 1', exact: true }).getByLabel('Text');

  /** Opens an article as an editor, and signs the admin in, in another tab. */
  async function openInTwoSessions() {
    const editor = await desk.member('EDITOR');
    const visit = await desk.signIn({}, editor);
    const { page } = visit;
    const { url } = desk.accounts.server;
    await page.goto(url + ARTICLE);
    const other = await page.context().newPage();
    await other.goto(`${url}/desk`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.goto(`${url}/desk`);
    await other.getByLabel('Name').fill(ADMIN_NAME);
    await other.getByLabel('Password').fill(ADMIN_PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: 'Sign out' }).waitFor();
    return { ...visit, editor };
  }

  test('names the user of the present session before a form of another user is sent again, and survives a broken connection', async () => {
    const { page, editor, close } = await openInTwoSessions();
    await textOf(page).fill('typed by the editor');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`You are signed in as ${ADMIN_NAME}.`).waitFor();

    expect(await page.getByRole('link', { name: editor.name, exact: true }).count()).toBe(0);

    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Saved.').waitFor();

    expect(await textOf(page).inputValue()).toBe('typed by the editor');
    expect(await page.getByRole('link', { name: ADMIN_NAME, exact: true }).count()).toBe(1);
    await close();
  });
});
