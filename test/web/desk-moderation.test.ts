import { ARTICLES, DESK, type DeskServer, formsIn, MARKUP, startDesk } from './desk-browser';
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
  expect(late.status).toBe(400);
  expect(late.text).toContain('changed since it was read');
  expect((await desk.stored(number))['source']).toEqual({ entry: { headword: 'old' }, forms: ['one'] });
});

/** What is shown of each revision of a history, by its number. */
const stepsIn = (page: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    page
      .split('<li class="step">')
      .slice(1)
      .map((step) => [/Revision (\d+)/.exec(step)?.[1] ?? '', step]),
  );

test('the history shows each change once, also between two pages', async () => {
  const number = await desk.newArticle({ entry: { headword: 'paged' }, forms: ['form 1'] });
  for (let n = 2; n <= 13; n++)
    await desk.root.fill(`${ARTICLES}/${number}`, { do: 'save', 'forms.0.form': `form ${String(n)}` });
  const page = async (n: number) =>
    stepsIn((await desk.root.get(`${ARTICLES}/${number}/history?page=${String(n)}`)).text);
  const [first, second] = [await page(1), await page(2)];
  const changed = (n: number) =>
    new RegExp(`<del[^>]*>form ${String(n - 1)}</del>\\s*<ins[^>]*>form ${String(n)}</ins>`);

  expect([Object.keys(first), Object.keys(second)]).toEqual([
    expect.arrayContaining(['3', '13']) as unknown,
    ['1', '2'],
  ]);
  const steps = { ...first, ...second };
  for (let n = 2; n <= 13; n++) expect(steps[String(n)]).toMatch(changed(n));
  expect(steps['1']).toMatch(/<ins[^>]*>form 1<\/ins>/);
});

test('each step of the history names its author, and says when the article was hidden', async () => {
  const number = await desk.newArticle({ entry: { headword: 'authored' } });
  const editor = await desk.member('EDITOR');
  const article = `${ARTICLES}/${number}`;
  const sent = await (await desk.member('CONTRIBUTOR')).fill(article, { do: 'save', headword: 'proposed' });
  await editor.fill(sent.headers.get('location') ?? '', { do: 'accept' });
  await editor.fill(article, {}, to('/state'));
  const hidden = stepsIn((await editor.get(`${article}/history`)).text);
  await desk.root.fill(article, {}, to('/state'));
  const shown = stepsIn((await editor.get(`${article}/history`)).text);

  expect(hidden['3']).toMatch(/ · the editor · hidden[^]*The article was hidden\./);
  expect(hidden['3']).not.toContain('The content is the same.');
  expect(hidden['2']).toContain(' · the editor · Proposed by the contributor');
  expect(hidden['1']).toContain(' · Root');
  expect(shown['4']).toMatch(/ · Root\s*<[^]*The article was shown again\./);
  expect(shown['3']).toContain('The article was hidden.');
});

test('numbers of items have names wherever versions are compared, in each language', async () => {
  const source = { entry: { headword: 'ta' }, translations: [{ lang: 'en', content: 'fire', sense: 1 }] };
  const number = await desk.newArticle({ ...source, senses: [{ number: 1, gloss: 'heat' }] });
  const page = `${ARTICLES}/${number}`;
  await desk.root.fill(page, { do: 'save', 'translations.0.content': 'flame', 'translations.0.sense': '2' });
  const history = async (language: string) =>
    (await desk.root.get(`${page}/history`, { 'accept-language': language })).text;
  const contributor = await desk.member('CONTRIBUTOR');
  const sent = await contributor.fill(page, { do: 'save', 'translations.0.content': 'blaze' });
  const proposal = await desk.root.get(sent.headers.get('location') ?? '');
  const conflict = await desk.root.submit((await desk.root.get(page)).text, {
    do: 'save',
    revision: '1',
    'translations.0.content': 'ember',
  });

  expect(await history('en')).toMatch(
    /<del[^>]*>en · fire · sense 1<\/del>|<del[^>]*>fire · en · sense 1<\/del>/,
  );
  expect(await history('fr')).toMatch(/<ins[^>]*>[^<]* · sens 2<\/ins>/);
  expect(proposal.text).toMatch(/<ins[^>]*>[^<]*blaze[^<]*sense 2[^<]*<\/ins>/);
  expect(conflict.status).toBe(409);
  expect(conflict.text).toMatch(/<span class="line"[^>]*>[^<]*ember[^<]*sense 2<\/span>/);
  for (const text of [await history('en'), await history('fr'), proposal.text, conflict.text])
    expect(text.match(/>[^<]*· \(?\d+\)?(?: ·[^<]*)?</g)).toBeNull();
  // The keyboard comes to the fields at once.
  expect(conflict.text).toContain('<a class="skip" href="#f-headword">Skip to the form</a>');
  expect(conflict.text).toContain('id="f-headword"');
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
  const deleted = await desk.root.submit(hidden.text, {}, to('/comments/delete'));

  expect(deleted.headers.get('location')).toBe('/desk/comments?state=hidden&done=commentDeleted');
  expect(page.text).toContain('bad &lt;img src=x');
  expect(hidden.text).toContain('bad &lt;img src=x');
  expect((await desk.root.get('/desk/comments')).text).toContain('There are no such comments.');
});

test('users are created, disabled and made admins; faults are shown at their fields', async () => {
  const isNew = to('/desk/users');
  const short = await desk.root.fill('/desk/users', { username: 'awa', password: 'short' }, isNew);
  const created = await desk.root.submit(short.text, { password: 'long enough for all' }, isNew);
  const page = await desk.root.get('/desk/users?q=awa');
  const own = (await desk.root.get('/desk/users?q=root')).text.split('<tbody>')[1];
  await desk.root.submit(page.text, { isDisabled: 'true' }, (action) => /users\/\d+$/.test(action));
  const disabled = await desk
    .newBrowser()
    .post('/desk/sign-in', { name: 'awa', password: 'long enough for all' });

  expect(page.text).toContain('Make admin');
  expect(own).toContain('That is you.');
  expect(own?.split('</tbody>')[0]).not.toContain('<form');
  expect(short.status).toBe(400);
  expect(short.text).toContain('id="f-password-fault"');
  expect(formsIn(short.text).find(({ action }) => isNew(action))?.fields['username']).toBe('awa');
  expect(created.headers.get('location')).toBe('/desk/users?done=userCreated');
  expect(disabled.status).toBe(403);
});

test('the audit log is searched', async () => {
  const { text } = await desk.root.get('/desk/audit?action=createUser');
  const none = await desk.root.get('/desk/audit?q=qxzvw');

  expect(text).toContain('createUser');
  expect(text).not.toContain('restoreArticle');
  expect(none.text).toContain('There are no such entries.');
});

test('a missed search links to a new article', async () => {
  const { text } = await desk.root.get(`${DESK}/missed`);

  expect(text).toContain('<h1>Missed searches</h1>');
});

test('a table with a wrong column is imported, corrected and stored, and the import is undone', async () => {
  const file = 'id,Headword,French\r\na1,ada,un\r\na2,bada,deux\r\n';
  const sent = await desk.root.sendFile('/desk/import', { dictionary: 'qaa_table' }, file);
  const address = sent.headers.get('location') ?? '';
  const first = await desk.root.settled(address);
  const columns = formsIn(first).find(({ action }) => action.endsWith('/columns'))?.fields ?? {};
  const [french = ''] = Object.entries(columns).find(([, value]) => value === 'French') ?? [];

  expect(first).toContain('Nothing is stored yet.');
  expect(columns[french.replace('.name', '.to')]).toBe('translations');
  await desk.root.submit(first, { [french.replace('.name', '.to')]: 'forms' }, to('/columns'));
  const corrected = await desk.root.settled(address);
  await desk.root.submit(corrected, {}, to('/accept'));
  const stored = await desk.root.settled(address);

  expect(stored).toContain('stored');
  // Nobody said in which language the words are.
  expect(stored).toContain('<a href="/desk/dictionaries/qaa_table/profile">Profile</a>');
  const { data } = await desk.graphql(
    `{ articles(filter: { dictionary: "qaa_table" }) { nodes { content { forms { form } } } } }`,
  );
  expect(JSON.stringify(data)).toContain('{"form":"un"}');
  const undone = await desk.root.submit(stored, {}, to('/undo'));
  expect(undone.headers.get('location')).toBe('/desk?done=undone');
  const after = await desk.graphql('{ dictionary(dictionary: "qaa_table") { publicId } }');
  expect(after.data['dictionary']).toBeNull();
});

test('a new dictionary is asked for its language, and has it', async () => {
  const file = 'id,Headword,French\r\na1,ada,un\r\n';
  const given = { dictionary: 'qaa_named', headword: 'sus' };
  const sent = await desk.root.sendFile('/desk/import', given, file);
  const address = sent.headers.get('location') ?? '';
  await desk.root.submit(await desk.root.settled(address), {}, to('/accept'));
  const stored = await desk.root.settled(address);

  const { data } = await desk.graphql('{ dictionary(dictionary: "qaa_named") { language targetLanguages } }');
  expect(data['dictionary']).toEqual({ language: 'sus', targetLanguages: ['fr'] });
  expect(stored).toContain('stored');
  expect(stored).not.toContain('/profile"');
});

test('the line of the headings and the marker of records can be stated where the server takes others', async () => {
  const table = 'Mot;Français;Classe\r\nA;B;C\r\nada;un;x\r\n';
  const lines = await desk.root.sendFile('/desk/import', { dictionary: 'qaa_line', headingRow: '2' }, table);
  const sfm = '\\mot ada\n\\lx a\n\\ge one\n\n\\mot bada\n\\lx b\n\\ge two\n';
  const marked = { dictionary: 'qaa_marker', recordMarker: '\\mot' };
  const records = await desk.root.sendFile('/desk/import', marked, sfm);

  const read = await desk.root.settled(lines.headers.get('location') ?? '');
  expect(read).toContain('Nothing is stored yet.');
  expect(
    Object.values(formsIn(read).find(({ action }) => action.endsWith('/columns'))?.fields ?? {}),
  ).toEqual(expect.arrayContaining(['A', 'B', 'C']));
  const ofRecords = await desk.root.settled(records.headers.get('location') ?? '');
  expect(ofRecords).toContain('\\mot');
});

test.each([
  ['headingRow', 'four', 'This must be a whole number.'],
  ['headingRow', '0', 'headingRow must be the number of a line'],
  ['recordMarker', 'two words', 'recordMarker must be one marker'],
])('a wrong value of %s is an error of its field', async (name, value, message) => {
  const sent = await desk.root.sendFile(
    '/desk/import',
    { dictionary: 'qaa_line', [name]: value },
    'Mot\r\na\r\n',
  );

  expect(sent.status).toBe(400);
  expect(sent.text).toContain(message);
  expect(sent.text).toContain(`href="#f-${name}"`);
});

test('requires a file for an import, and offers exports', async () => {
  const page = await desk.root.fill(`${DESK}/import`, {}, to('/import'));

  expect(page.status).toBe(400);
  expect(page.text).toContain('Choose a file.');
  expect(page.text).toContain(`href="/export/dictionaries/${DICTIONARY}.lift"`);
});
