import { describeInBrowser, findingsIn, overflow, picture } from '../support/browser';
import { botAtDesk, PlainBrowser } from './desk-browser';
import { type DeskVisits, startDeskVisits, TELEPHONE } from './desk-visits';
import { DICTIONARY } from './reader-dictionary';

const DESK = `/desk/dictionaries/${DICTIONARY}`;

/** Shows what pages have folded away. */
const UNFOLD = "for (const folded of document.querySelectorAll('details')) folded.open = true";

describeInBrowser('the pages of the desk', () => {
  let desk: DeskVisits;

  beforeAll(async () => {
    desk = await startDeskVisits();
  });

  afterAll(() => desk.close());

  const PAGES = [
    '/desk',
    DESK,
    `${DESK}?q=donko`,
    `${DESK}/new`,
    `${DESK}/articles/1`,
    `${DESK}/articles/2`,
    `${DESK}/articles/1/json`,
    `${DESK}/articles/1/history`,
    `${DESK}?edit=1`,
    `${DESK}/proposals`,
    `${DESK}/members`,
    `${DESK}/profile`,
    `${DESK}/import`,
    `${DESK}/missed`,
    '/desk/sign-in',
    '/desk/import',
    '/desk/proposals',
    '/desk/comments',
    '/desk/users',
    '/desk/applications',
    '/desk/users/2',
    '/desk/account',
    '/desk/audit',
  ];

  /** The pages of an application, and one of each kind of object that a field has. */
  async function pagesOfBot(): Promise<readonly string[]> {
    const newBrowser = () => new PlainBrowser(desk.accounts.server.url);
    const { publicId, bot, field, conversation, execute, token } = await botAtDesk(
      { ...desk.accounts, newBrowser },
      'seats',
    );
    const made = 'userErrors { message }';
    await execute(
      `mutation ($field: ID!, $id: ID!, $conversation: ID!) {
        converse(conversationId: $conversation, input: { text: "Shikamoo", language: "sw" }) { ${made} }
        createConversationRequest(conversationId: $conversation, input: { userRequest: "Habari", botResponse: { lang: "sw", text: "Nzuri" } }) { ${made} }
        createCorpus(fieldId: $field, input: { corpusName: "c", corpusContent: { own: 1 } }) { ${made} }
        updateApplication(publicId: $id, input: { connectors: { telephony: { webhook: { channel: "http", secret: "${'s'.repeat(20)}", url: "https://bot.example" } } } }) { ${made} }
      }`,
      { field, id: publicId, conversation },
      token,
    );
    const application = `/desk/applications/${publicId}`;
    const { text } = await bot.get(`${application}/fields/1`);
    const parts = ['intents', 'entities', 'templates', 'corpora'].map(
      (step) => new RegExp(`href="([^"]*/${step}/[^"]*)"`).exec(text)?.[1] ?? step,
    );
    return ['', '/fields/1', '/conversations/1', '/connectors']
      .map((step) => application + step)
      .concat(parts);
  }

  test('axe finds nothing on any page, and all fit 320 pixels, in light and in dark, in English and in French', async () => {
    const { page, problems, close } = await desk.signIn();
    const paths = [...PAGES, ...(await pagesOfBot())];
    const found: unknown[] = [];
    // The languages differ in texts alone: axe looks at each page in one of them, and at what all pages have in both.
    for (const [n, lang] of ['en', 'fr'].entries()) {
      await page.goto(`${desk.accounts.server.url}/desk?lang=${lang}`);
      for (const [place, path] of paths.entries()) {
        await page.goto(desk.accounts.server.url + path);
        await page.evaluate(UNFOLD);
        const findings = place % 2 === n ? await findingsIn(page) : [];
        await page.setViewportSize(TELEPHONE);
        const isWide = (await overflow(page)) > 0;
        if (isWide || findings.length > 0) found.push({ path, lang, findings, isWide });
      }
    }
    await page.goto(`${desk.accounts.server.url}/desk?lang=en`);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.emulateMedia({ colorScheme: 'light' });
    for (const [name, path] of [
      ['desk-article', `${DESK}/articles/1`],
      ['desk-articles', DESK],
    ] as const) {
      await page.goto(desk.accounts.server.url + path);
      await picture(page, name);
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
