import { READER_PASSWORD } from '../support/accounts';
import { ARTICLES, DESK, type DeskServer, formsIn, MARKUP, startDesk } from './desk-browser';
import { DICTIONARY } from './reader-dictionary';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const to = (end: string) => (action: string) => action.endsWith(end);
const isReview = (action: string) => /proposals\/[^/]+$/.test(action);

/** Where a proposal is shown, once the form of an article was sent as one. */
function addressOf({ status, headers }: { status: number; headers: Headers }): string {
  expect(status).toBe(303);
  return (headers.get('location') ?? '').replace('?done=proposed', '');
}

test('a contributor proposes from the form, and an editor sees what would change, and accepts it', async () => {
  const [contributor, editor] = await Promise.all([desk.member('CONTRIBUTOR'), desk.member('EDITOR')]);
  const number = await desk.newArticle({ entry: { headword: 'proposed' }, forms: ['one', 'two'] });
  const sent = { do: 'save', 'forms.1.form': MARKUP, note: 'heard at home' };
  const address = addressOf(await contributor.fill(`${ARTICLES}/${number}`, sent));
  const same = await contributor.fill(`${ARTICLES}/${number}`, { do: 'save' });

  expect([same.status, (await desk.stored(number))['revision']]).toEqual([400, 1]);
  const [own, list, page] = await Promise.all([
    contributor.get('/desk/proposals'),
    editor.get(`${DESK}/proposals`),
    editor.get(address),
  ]);
  expect(own.text).toContain(`href="${address}"`);
  expect(list.text).toContain(`href="${address}"`);
  expect(page.text).toContain('heard at home');
  expect(page.text).toMatch(/<del[^>]*>two<\/del>\s*<ins[^>]*>&lt;img src=x/);
  expect(page.text).not.toContain('<img');
  expect((await editor.get(`${ARTICLES}/${number}`)).text).toContain(`href="${address}"`);
  expect((await contributor.get(address)).text).not.toContain('value="accept"');
  const accepted = await editor.submit(page.text, { do: 'accept', comment: 'thank you' }, isReview);
  expect(accepted.headers.get('location')).toBe(`${DESK}/proposals?done=accepted`);
  expect((await desk.stored(number))['source']).toMatchObject({ forms: ['one', MARKUP] });
  expect((await contributor.get('/desk/proposals?state=ACCEPTED')).text).toContain('thank you');
});

test('shows a part that others have changed in three versions, and replaces it only if ticked', async () => {
  const [contributor, editor] = await Promise.all([desk.member('CONTRIBUTOR'), desk.member('EDITOR')]);
  const number = await desk.newArticle({ entry: { headword: 'contested' }, forms: ['old'], type: 'noun' });
  const form = (await contributor.get(`${ARTICLES}/${number}`)).text;
  const change = { do: 'save', 'forms.0.form': 'of an editor', type: 'verb' };
  await editor.fill(`${ARTICLES}/${number}`, change);
  // What the editor changed and the contributor did not is no part of the proposal.
  const address = addressOf(
    await contributor.submit(form, { do: 'save', 'forms.0.form': 'of a contributor' }),
  );
  const page = (await editor.get(address)).text;
  await editor.fill(`${ARTICLES}/${number}`, { do: 'save', citation: 'c' });
  const late = await editor.submit(page, { do: 'accept', 'part.0': 'true' }, isReview);
  const unsaid = await editor.submit(late.text, { do: 'accept' }, isReview);

  expect(page.replace(/\s+/g, ' ')).toMatch(/>old<.*>of an editor<.*>of a contributor</);
  expect(page).not.toContain('noun');
  expect([late.status, unsaid.status, (await desk.stored(number))['revision']]).toEqual([409, 409, 3]);
  expect(unsaid.text).toContain('Tick the parts that you accept.');
  await editor.submit(unsaid.text, { do: 'accept', 'part.0': 'true' }, isReview);
  expect((await desk.stored(number))['source']).toMatchObject({
    forms: ['of a contributor'],
    type: 'verb',
    entry: { citation: 'c' },
  });
});

test('an editor accepts the parts without conflict and leaves out the other one', async () => {
  const [contributor, editor] = await Promise.all([desk.member('CONTRIBUTOR'), desk.member('EDITOR')]);
  const number = await desk.newArticle({ entry: { headword: 'halves' }, forms: ['old'], type: 'noun' });
  const change = { do: 'save', 'forms.0.form': 'of a contributor', type: 'verb' };
  const address = addressOf(await contributor.fill(`${ARTICLES}/${number}`, change));
  await editor.fill(`${ARTICLES}/${number}`, { do: 'save', 'forms.0.form': 'of an editor' });
  const page = (await editor.get(address)).text;
  const { fields } = formsIn(page).find(({ action }) => isReview(action)) ?? { fields: {} };
  const accepted = await editor.submit(page, { do: 'accept' }, isReview);

  expect(Object.entries(fields).filter(([name]) => name.startsWith('part.'))).toEqual([['part.1', 'true']]);
  expect(accepted.headers.get('location')).toBe(`${DESK}/proposals?done=partlyAccepted`);
  expect((await desk.stored(number))['source']).toMatchObject({ forms: ['of an editor'], type: 'verb' });
  expect((await contributor.get(address)).text.replace(/\s+/g, ' ')).toMatch(/Forms [^/]*not accepted/);
});

test('a user without a role proposes if the dictionary accepts suggestions, and withdraws the proposal', async () => {
  const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  const setAcceptsSuggestions = (is: boolean) =>
    desk.graphql(
      `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { acceptsSuggestions: ${String(is)} }) { userErrors { message } } }`,
      {},
      desk.admin,
    );
  expect((await reader.get(`${DESK}/new`)).text).not.toContain('id="editor"');
  await setAcceptsSuggestions(true);
  const sent = () => reader.fill(`${DESK}/new`, { do: 'save', headword: 'suggested' });
  const [kept, withdrawn, rejected] = [
    addressOf(await sent()),
    addressOf(await sent()),
    addressOf(await sent()),
  ];
  await setAcceptsSuggestions(false);
  const back = await reader.fill(withdrawn, {}, to('/withdraw'));
  await desk.root.fill(kept, { do: 'accept' }, isReview);
  await desk.root.fill(rejected, { do: 'reject' }, isReview);

  expect(back.headers.get('location')).toBe('/desk/proposals?done=withdrawn');
  expect((await reader.get(withdrawn)).status).toBe(404);
  expect((await reader.get('/desk/proposals?state=REJECTED')).text).toContain(`href="${rejected}"`);
  expect((await reader.get(kept)).text).toMatch(new RegExp(`href="${ARTICLES}/\\d+"`));
});

test('a reader without an account suggests from the page of a word where the dictionary allows it, and an editor decides', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'for strangers' },
    forms: ['one'],
    type: 'noun',
  });
  const word = `/dictionaries/${DICTIONARY}/${number}`;
  const page = `/desk/suggest/${DICTIONARY}/${number}`;
  const setAcceptsSuggestions = (is: boolean) =>
    desk.graphql(
      `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { acceptsSuggestions: ${String(is)} }) { userErrors { message } } }`,
      {},
      desk.admin,
    );
  const stranger = desk.newBrowser();
  const isSuggestion = (action: string) => action.startsWith('/desk/suggest/');
  expect((await stranger.get(word)).text).not.toContain('/desk/suggest/');
  expect((await stranger.get(page)).text).not.toContain('id="editor"');
  const unasked = await stranger.post(page, { do: 'save', headword: 'x', revision: '1' });
  expect(unasked.status).toBe(401);

  await setAcceptsSuggestions(true);
  expect((await stranger.get(word)).text).toContain(`href="${page}"`);
  const form = await stranger.get(page);
  // A token that is not valid any more is that of nobody.
  const gone = desk.newBrowser();
  gone.cookie = 'griot_desk=e30.e30.e30';
  expect((await gone.get(page)).status).toBe(200);
  expect(form.text).not.toContain('sign-out');
  const added = await stranger.submit(form.text, { do: 'add.forms' }, isSuggestion);
  const sent = await stranger.submit(
    added.text,
    { do: 'save', 'forms.1.form': MARKUP, note: 'my mother says so' },
    isSuggestion,
  );
  const fresh = await stranger.fill(
    `/desk/suggest/${DICTIONARY}`,
    { do: 'save', headword: 'of a stranger' },
    isSuggestion,
  );
  const foreign = await stranger.post(page, { do: 'save' }, { origin: 'https://elsewhere.example' });
  await setAcceptsSuggestions(false);

  expect(sent.headers.get('location')).toBe(`${page}?done=suggested`);
  expect(fresh.headers.get('location')).toBe(`/desk/suggest/${DICTIONARY}?done=suggested`);
  expect((await stranger.get(`${page}?done=suggested`)).text).toContain('Thank you.');
  expect(foreign.status).toBe(403);
  const list = await desk.root.get(`${DESK}/proposals`);
  expect(list.text).toContain('a reader without an account');
  const address = /href="(\/desk\/proposals\/[^"]+)"[^>]*>for strangers</.exec(list.text)?.[1] ?? '';
  expect((await desk.root.get(address)).text).toContain('my mother says so');
  await desk.root.fill(address, { do: 'accept' }, isReview);
  expect((await desk.stored(number))['source']).toMatchObject({ forms: ['one', MARKUP], type: 'noun' });
});
