import { setTimeout as sleep } from 'node:timers/promises';
import { READER_PASSWORD } from '../support/accounts';
import { ARTICLES, botAtDesk, DESK, type DeskServer, formsIn, MARKUP, startDesk } from './desk-browser';
import { DICTIONARY } from './reader-dictionary';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const to = (end: string) => (action: string) => action.endsWith(end);

test('the history shows what each revision changed, and an earlier one is restored', async () => {
  const number = await desk.newArticle({ entry: { headword: 'old' }, forms: ['one'] });
  await desk.root.fill(`${ARTICLES}/${number}`, { do: 'save', headword: MARKUP });
  await desk.root.fill(`${ARTICLES}/${number}`, { do: 'save', 'forms.0.form': 'two' });
  const { text } = await desk.root.get(`${ARTICLES}/${number}/history`);
  const restored = await desk.root.submit(text, { earlier: '1' }, to('/restore'));
  const late = await desk.root.submit(text, { earlier: '2' }, to('/restore'));

  expect(text).toMatch(/<del[^>]*>one<\/del>\s*<ins[^>]*>two<\/ins>/);
  expect(text).not.toContain('<img');
  expect(restored.headers.get('location')).toContain('done=restored');
  expect(late.headers.get('location')).toContain('done=changedMeanwhile');
  expect((await desk.stored(number))['source']).toEqual({ entry: { headword: 'old' }, forms: ['one'] });
});

test('a comment is shown as text, hidden, shown and deleted', async () => {
  const text = JSON.stringify(`bad ${MARKUP}`);
  const { errors } = await desk.graphql(
    `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: ${text} }) { comment { publicId } userErrors { message } } }`,
    {},
    desk.reader,
  );
  expect(errors).toEqual([]);
  const page = await desk.root.get('/desk/comments');
  await desk.root.submit(page.text, {}, to('/comments/state'));
  const hidden = await desk.root.get('/desk/comments?state=hidden');
  await desk.root.submit(hidden.text, {}, to('/comments/delete'));

  expect(page.text).toContain('bad &lt;img src=x');
  expect(hidden.text).toContain('bad &lt;img src=x');
  expect((await desk.root.get('/desk/comments')).text).toContain('There are no such comments.');
});

test('users are created, disabled and made admins; what is wrong stands at its field', async () => {
  const isNew = to('/desk/users');
  const short = await desk.root.fill('/desk/users', { username: 'awa', password: 'short' }, isNew);
  const created = await desk.root.submit(short.text, { password: 'long enough for all' }, isNew);
  const page = await desk.root.get('/desk/users?q=awa');
  await desk.root.submit(page.text, { isDisabled: 'true' }, (action) => /users\/\d+$/.test(action));
  const disabled = await desk
    .newBrowser()
    .post('/desk/sign-in', { name: 'awa', password: 'long enough for all' });

  expect(short.status).toBe(400);
  expect(short.text).toContain('id="f-password-fault"');
  expect(formsIn(short.text).find(({ action }) => isNew(action))?.fields['username']).toBe('awa');
  expect(created.headers.get('location')).toBe('/desk/users?done=userCreated');
  expect(disabled.status).toBe(403);
});

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

test('a part that others changed since it was proposed stands in three versions, and is replaced only on purpose', async () => {
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

test('an editor accepts the parts that are in no conflict, and leaves out the one that is', async () => {
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

test('whoever has no role proposes where the dictionary takes suggestions, and takes it back', async () => {
  const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  const accept = (is: boolean) =>
    desk.graphql(
      `mutation { updateDictionary(dictionary: "${DICTIONARY}", input: { acceptsSuggestions: ${String(is)} }) { userErrors { message } } }`,
      {},
      desk.admin,
    );
  expect((await reader.get(`${DESK}/new`)).text).not.toContain('id="editor"');
  await accept(true);
  const sent = () => reader.fill(`${DESK}/new`, { do: 'save', headword: 'suggested' });
  const [kept, withdrawn, rejected] = [
    addressOf(await sent()),
    addressOf(await sent()),
    addressOf(await sent()),
  ];
  await accept(false);
  const back = await reader.fill(withdrawn, {}, to('/withdraw'));
  await desk.root.fill(kept, { do: 'accept' }, isReview);
  await desk.root.fill(rejected, { do: 'reject' }, isReview);

  expect(back.headers.get('location')).toBe('/desk/proposals?done=withdrawn');
  expect((await reader.get(withdrawn)).status).toBe(404);
  expect((await reader.get('/desk/proposals?state=REJECTED')).text).toContain(`href="${rejected}"`);
  expect((await reader.get(kept)).text).toMatch(new RegExp(`href="${ARTICLES}/\\d+"`));
});

test('an application reads its conversations, teaches what was not understood, and corrects intents and entities', async () => {
  const { conversation, publicId, token, bot, ask } = await botAtDesk(desk, 'seats');
  await ask(
    'mutation ($id: ID!, $input: ConverseInput!) { converse(conversationId: $id, input: $input) { conversationTurn { reply } userErrors { message } } }',
    { id: conversation, input: { text: `Shikamoo ${MARKUP}`, language: 'sw' } },
    token,
  );

  const own = (await bot.get('/desk/applications')).headers.get('location') ?? '';
  const linkIn = (text: string, pattern: RegExp) => pattern.exec(text)?.[0].slice(6, -1) ?? '';
  const home = (await bot.get(own)).text;
  const field = linkIn(home, /href="[^"]*\/fields\/\d+"/);
  const said = (await bot.get(linkIn(home, /href="[^"]*\/conversations\/\d+"/))).text;
  const fieldPage = (await bot.get(field)).text;
  const greet = /href="([^"]*\/intents\/[^"]*)">GREET/.exec(fieldPage)?.[1] ?? '';
  const city = /href="([^"]*\/entities\/[^"]*)">city/.exec(fieldPage)?.[1] ?? '';
  const intent = decodeURIComponent(greet.split('/').at(-1) ?? '');
  expect(own).toBe(`/desk/applications/${publicId}`);
  for (const text of [home, said, fieldPage]) expect(text).toContain('Shikamoo &lt;img src=x');

  const taught = await bot.submit(fieldPage, { intent, language: 'sw' }, to('/teach'));
  expect(taught.headers.get('location')).toBe(`${field}?done=taught`);
  expect((await bot.get(field)).text).toContain('Everything was understood.');
  const old = (await bot.get(greet)).text;
  expect(old).toContain('Shikamoo &lt;img');
  await bot.submit(old, { 'texts.0': 'Habari\nMambo', 'language.1': 'fr', 'texts.1': 'Bonjour' });
  const late = await bot.submit(old, { 'texts.0': 'Late' });
  const asAdmin = (await desk.root.get(greet)).text;
  expect(late.status).toBe(409);
  expect(asAdmin).toMatch(/>\s*Habari\nMambo</);
  expect(asAdmin).toContain('Utterances (fr)');
  const fresh = (await bot.get(greet)).text;
  const both = await Promise.all(
    ['Sasa', 'Vipi'].map((text) => bot.submit(fresh, { 'texts.0': `Habari\n${text}` })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
  await bot.fill(city, { values: 'Ŋgorongoro | crater\nMombasa | Mvita | the coast\nArusha' });
  const query = 'query ($id: ID!) { entity(id: $id) { entityValues } }';
  const { entity } = await ask(query, { id: decodeURIComponent(city.split('/').at(-1) ?? '') }, token);
  expect(entity).toEqual({
    entityValues: {
      values: [
        { value: 'Ŋgorongoro', synonyms: ['crater'] },
        { value: 'Mombasa', synonyms: ['Mvita', 'the coast'] },
        { value: 'Arusha' },
      ],
    },
  });
  const others = await desk.newBrowser().signIn('reader', READER_PASSWORD);
  expect((await others.get(own)).status).toBe(403);
});

test('the audit log is searched', async () => {
  const { text } = await desk.root.get('/desk/audit?action=createUser');
  const none = await desk.root.get('/desk/audit?q=qxzvw');

  expect(text).toContain('createUser');
  expect(text).not.toContain('restoreArticle');
  expect(none.text).toContain('There are no such entries.');
});

test('what was looked up in vain leads to a new article', async () => {
  const { text } = await desk.root.get(`${DESK}/missed`);

  expect(text).toContain('<h1>Missed searches</h1>');
});

/** A form with a file, as browsers send it. */
async function sendFile(
  path: string,
  fields: Readonly<Record<string, string>>,
  file: string,
): Promise<string> {
  const { text } = await desk.root.get(path);
  const form = formsIn(text).find(({ action }) => action === path);
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form?.fields, ...fields }))
    if (name !== 'file') body.set(name, value);
  body.set('file', new Blob([file]), 'words.csv');
  const answer = await desk.root.post(path, body);
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** The page of an import when nothing goes on by itself any more. */
async function settled(address: string): Promise<string> {
  for (;;) {
    const { text } = await desk.root.get(address);
    if (!text.includes('data-refresh')) return text;
    await sleep(50);
  }
}

test('a table with a wrong column is imported, corrected, stored and taken back', async () => {
  const file = 'id,Headword,French\r\na1,ada,un\r\na2,bada,deux\r\n';
  const address = await sendFile('/desk/import', { dictionary: 'qaa_table' }, file);
  const first = await settled(address);
  const columns = formsIn(first).find(({ action }) => action.endsWith('/columns'))?.fields ?? {};
  const [french = ''] = Object.entries(columns).find(([, value]) => value === 'French') ?? [];

  expect(first).toContain('Nothing is stored yet.');
  expect(columns[french.replace('.name', '.to')]).toBe('translations');
  await desk.root.submit(first, { [french.replace('.name', '.to')]: 'forms' }, to('/columns'));
  const corrected = await settled(address);
  await desk.root.submit(corrected, {}, to('/accept'));
  const stored = await settled(address);

  expect(stored).toContain('stored');
  const { data } = await desk.graphql(
    `{ articles(filter: { dictionary: "qaa_table" }) { nodes { content { forms { form } } } } }`,
  );
  expect(JSON.stringify(data)).toContain('{"form":"un"}');
  const undone = await desk.root.submit(stored, {}, to('/undo'));
  expect(undone.headers.get('location')).toBe('/desk?done=undone');
  const after = await desk.graphql('{ dictionary(dictionary: "qaa_table") { dictionaryId } }');
  expect(after.data['dictionary']).toBeNull();
});

test('an import without a file is asked for one, and the dictionary offers exports', async () => {
  const page = await desk.root.fill(`${DESK}/import`, {}, to('/import'));

  expect(page.status).toBe(400);
  expect(page.text).toContain('Choose a file.');
  expect(page.text).toContain(`href="/export/dictionaries/${DICTIONARY}.lift"`);
});
