import { axeFindings, describeInBrowser, findingsIn, overflow, picture, visit } from '../support/browser';
import { MARKUP } from './desk-browser';
import { type DeskVisits, startDeskVisits, TELEPHONE } from './desk-visits';
import { DICTIONARY } from './reader-dictionary';

const DESK = `/desk/dictionaries/${DICTIONARY}`;

describeInBrowser('reviews at the desk in a browser', () => {
  let desk: DeskVisits;

  beforeAll(async () => {
    desk = await startDeskVisits();
  });

  afterAll(() => desk.close());

  test.each([true, false])(
    'a comment with markup is read as text, hidden, shown and deleted on a telephone; with script: %s',
    async (javaScriptEnabled) => {
      const { accounts } = desk;
      const text = `${MARKUP} ${String(javaScriptEnabled)}`;
      await accounts.graphql(
        `mutation ($text: String!) { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: $text }) { userErrors { message } } }`,
        { text },
        accounts.reader,
      );
      const { page, problems, close } = await desk.signIn({ viewport: TELEPHONE, javaScriptEnabled });
      await page.getByRole('link', { name: 'Comments' }).click();
      await page.getByText(text).waitFor();
      expect(await overflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Hide from readers' }).click();
      await page.getByText('The comment is hidden from readers.').waitFor();
      await page.getByRole('button', { name: 'Show to readers' }).click();
      await page.getByText('Readers see the comment again.').waitFor();
      // Deletion takes two clicks.
      await page.locator('summary', { hasText: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete permanently' }).click();
      await page.getByText('The comment was deleted.').waitFor();
      expect(await page.getByText(text).count()).toBe(0);
      expect(problems).toEqual([]);
      await close();
    },
  );

  test.each([true, false])(
    'an application is registered on a telephone, and gets a field with an intent; with script: %s',
    async (javaScriptEnabled) => {
      const { page, problems, close } = await desk.signIn({
        viewport: TELEPHONE,
        hasTouch: true,
        javaScriptEnabled,
      });
      const name = `bank ${String(javaScriptEnabled)}`;
      await page.getByRole('link', { name: 'Applications' }).tap();
      await page.getByText('Register an application').tap();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page
        .getByLabel('Email address', { exact: true })
        .fill(`${String(javaScriptEnabled)}@example.org`);
      await page.getByLabel('Password').fill('correct horse battery');
      await page.getByRole('button', { name: 'Create' }).tap();
      await page.getByText('New field').tap();
      const form = page.locator('details[open]');
      await form.getByLabel('Name', { exact: true }).fill('money');
      await form.getByRole('button', { name: 'Create' }).tap();
      await page.getByText('New intent').tap();
      await form.getByLabel('Name', { exact: true }).fill('PAY');
      await form.getByRole('button', { name: 'Create' }).tap();
      await page.getByRole('heading', { name: 'PAY', level: 1 }).waitFor();
      await form.getByLabel('Language', { exact: true }).fill('sw');
      await form.getByLabel('Utterances in this language').fill('Nataka kulipa');
      await form
        .getByRole('button', { name: 'Save' })
        .or(page.getByRole('button', { name: 'Save' }))
        .first()
        .tap();
      await page.getByText('Saved.').waitFor();
      expect(await page.getByLabel('Utterances (sw)').inputValue()).toBe('Nataka kulipa');
      expect(await overflow(page)).toBe(0);
      await page.getByText('Delete', { exact: true }).first().tap();
      await page.getByLabel('Delete it permanently').check();
      await page.getByRole('button', { name: 'Delete', exact: true }).tap();
      await page.getByText('Deleted.').waitFor();

      expect(problems).toEqual([]);
      await close();
    },
  );

  test.each([true, false])(
    'a reader without an account suggests on a telephone, and an editor accepts the unchanged parts; with script: %s',
    async (javaScriptEnabled) => {
      const { accounts, browser } = desk;
      const { url } = accounts.server;
      await accounts.graphql(
        `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { acceptsSuggestions: true }) { userErrors { message } } }`,
        {},
        accounts.admin,
      );
      const source = {
        entry: { headword: `adzo ${String(javaScriptEnabled)}` },
        type: 'noun',
        translations: [{ lang: 'en', content: 'old' }],
      };
      const { data } = await accounts.graphql(
        `mutation ($source: JSON!) { createArticle(dictionary: "${DICTIONARY}", input: { source: $source }) { article { number } userErrors { message } } }`,
        { source },
        accounts.admin,
      );
      const { number } = data['createArticle'] as { readonly number: number };
      const path = `/dictionaries/${DICTIONARY}/${String(number)}`;
      const stranger = await visit(browser, url, { path, viewport: TELEPHONE, javaScriptEnabled });
      const first = () => stranger.page.getByRole('group', { name: 'translation 1', exact: true });
      await stranger.page.getByRole('link', { name: 'Suggest a correction' }).click();
      await first().getByLabel('Text').fill('of a reader');
      await stranger.page.getByLabel('Type').fill('verb');
      if (javaScriptEnabled) expect(await axeFindings(stranger.page)).toEqual([]);
      expect(await overflow(stranger.page)).toBe(0);
      await stranger.page.getByRole('button', { name: 'Propose' }).click();
      await stranger.page.getByText('Thank you.').waitFor();

      const { page, problems, close } = await desk.signIn({ javaScriptEnabled });
      await page.goto(`${url}${DESK}/articles/${String(number)}`);
      await page
        .getByRole('group', { name: 'translation 1', exact: true })
        .getByLabel('Text')
        .fill('of an editor');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByRole('link', { name: /Proposed by a reader without an account/ }).click();
      const part = (name: string) => page.getByRole('region', { name });
      for (const text of ['old', 'of an editor', 'of a reader'])
        await part('Translations').getByText(text).waitFor();
      expect(await part('Translations').getByRole('checkbox').isChecked()).toBe(false);
      expect(await part('Type').getByRole('checkbox').isChecked()).toBe(true);
      if (javaScriptEnabled) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await picture(page, 'desk-proposal');
        expect(await findingsIn(page)).toEqual([]);
      }
      // By the keyboard alone.
      await page.getByRole('button', { name: 'Accept', exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.getByText('The chosen parts of the proposal were accepted').waitFor();

      const stored = await accounts.graphql(
        `{ article(dictionary: "${DICTIONARY}", number: "${String(number)}") { source } }`,
      );
      expect((stored.data['article'] as { source: object }).source).toMatchObject({
        type: 'verb',
        translations: [{ lang: 'en', content: 'of an editor' }],
      });
      expect([...problems, ...stranger.problems]).toEqual([]);
      await Promise.all([close(), stranger.close()]);
    },
  );
});
