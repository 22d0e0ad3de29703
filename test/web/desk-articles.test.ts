import { png, wav } from '../support/media-files';
import { DICTIONARY } from './reader-dictionary';
import { ARTICLES, DESK, type DeskServer, formsIn, MARKUP, startDesk } from './desk-browser';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const saving = { do: 'save' };

test('a saved form changes what was changed, and leaves the free JSON around it as it was', async () => {
  const source = {
    entry: { headword: 'kept', mine: { a: 1 } },
    translations: [{ lang: 'en', content: ' spaced ', more: 'own' }, { content: 'deux\r\nlignes' }],
    own: ['x'],
  };
  const number = await desk.newArticle(source);
  const untouched = await desk.root.fill(`${ARTICLES}/${number}`, saving);
  const first = await desk.stored(number);
  const bad = await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, 'translations.0.lang': 'a b' });
  await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, 'translations.0.lang': 'de' });

  expect(bad.text).toMatch(/id="f-translations-0-lang-fault">lang must be a language tag/);
  expect(untouched.status).toBe(303);
  expect([first['revision'], first['source']]).toEqual([1, source]);
  expect((await desk.stored(number))['source']).toEqual({
    ...source,
    translations: [{ lang: 'de', content: ' spaced ', more: 'own' }, source.translations[1]],
  });
});

test('items are added, moved and removed without script, and nothing is stored until it is saved', async () => {
  const number = await desk.newArticle({ entry: { headword: 'items' }, forms: ['one', 'two', 'three'] });
  let { text } = await desk.root.get(`${ARTICLES}/${number}`);
  for (const action of ['up.forms.2', 'remove.forms.0', 'add.forms', 'add.examples', 'down.forms.7'])
    ({ text } = await desk.root.submit(text, { do: action }));

  expect((await desk.stored(number))['revision']).toBe(1);
  await desk.root.submit(text, {
    ...saving,
    'forms.2.form': 'four',
    'examples.0.content': 'A sentence.',
    'examples.0.lang': 'en',
    'examples.0.target': 'Said.',
  });
  expect((await desk.stored(number))['source']).toMatchObject({
    forms: ['three', 'two', 'four'],
    examples: [{ content: 'A sentence.', lang: 'en', target: 'Said.' }],
  });
});

test('the keys under a form are the letters of the language, and those that the article uses', async () => {
  const number = await desk.newArticle({ entry: { headword: 'ƙiʋli' } });

  const { text } = await desk.root.get(`${ARTICLES}/${number}`);

  const keys = /data-letters="([^"]+)"/.exec(text)?.[1]?.split(' ') ?? [];
  expect(keys).toEqual(expect.arrayContaining(['ɖ', 'ƒ', 'ɣ', 'ŋ', 'ƙ']));
  // Letters of other languages are in the way.
  expect(keys).not.toContain('ɗ');
});

test('three concurrent editors: changes of different parts are merged, and conflicts are shown to the last one', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'shared' },
    translations: [{ lang: 'en', content: 'one' }],
    forms: ['a'],
  });
  const pages = await Promise.all(
    [1, 2, 3].map(async () => (await desk.root.get(`${ARTICLES}/${number}`)).text),
  );

  const first = await desk.root.submit(pages[0]!, { ...saving, 'translations.0.content': 'of the first' });
  const second = await desk.root.submit(pages[1]!, { ...saving, 'forms.0.form': 'of the second' });
  const third = await desk.root.submit(pages[2]!, {
    ...saving,
    'translations.0.content': 'of the third',
    type: 'noun',
  });

  expect([first.headers.get('location'), second.headers.get('location')]).toEqual([
    `${ARTICLES}/${number}?done=saved`,
    `${ARTICLES}/${number}?done=merged`,
  ]);
  expect(third.status).toBe(409);
  const shown = third.text.replace(/\s+/g, ' ');
  for (const [name, text] of [
    ['When you began', 'one'],
    ['Stored now', 'of the first'],
    ['Yours', 'of the third'],
  ])
    expect(shown).toMatch(new RegExp(`<dt>${name!}</dt> <dd> ?<span[^>]*>(en · )?${text!}<`));
  expect((await desk.stored(number))['source']).toMatchObject({
    translations: [{ content: 'of the first' }],
    forms: ['of the second'],
  });

  const theirs = await desk.root.submit(third.text, { do: 'theirs.translations' });
  expect(formsIn(theirs.text)[1]?.fields).toMatchObject({
    'translations.0.content': 'of the first',
    type: 'noun',
    'forms.0.form': 'of the second',
  });
  expect((await desk.root.submit(third.text, saving)).status).toBe(303);
  expect((await desk.stored(number))['source']).toMatchObject({
    translations: [{ content: 'of the third' }],
    forms: ['of the second'],
    type: 'noun',
  });
});

test('an article is created, hidden and shown again', async () => {
  const created = await desk.root.fill(`${DESK}/new?headword=fresh`, {
    ...saving,
    'translations.0.content': 'new',
  });
  const address = created.headers.get('location') ?? '';
  const number = /articles\/(\d+)\?done=created/.exec(address)?.[1] ?? '';
  const state = (action: string) => action.endsWith('/state');
  const empty = await desk.root.fill(`${DESK}/new`, saving);

  expect(await desk.stored(number)).toMatchObject({
    headword: 'fresh',
    source: { translations: [{ content: 'new' }] },
  });
  await desk.root.fill(address, {}, state);
  expect((await desk.stored(number))['isDisabled']).toBe(true);
  await desk.root.fill(address, {}, state);
  expect((await desk.stored(number))['isDisabled']).toBe(false);
  expect(empty.status).toBe(400);
});

test('members see the pages that their role in the dictionary opens', async () => {
  const roles = ['READER', 'CONTRIBUTOR', 'EDITOR', 'OWNER'];
  const members = await Promise.all(roles.map((role) => desk.member(role)));
  const seen = await Promise.all(
    members.map(async (member) => {
      const [home, table] = await Promise.all(
        ['/desk', DESK].map(async (path) => (await member.get(path)).text),
      );
      const tabs = /<nav class="tabs".*?<\/nav>/s.exec(table!)?.[0] ?? '';
      const steps = [...tabs.matchAll(new RegExp(`<li><a href="${DESK}/?([^"]*)"`, 'g'))].map(
        ([, step]) => step,
      );
      return [home!.includes(`href="${DESK}/new"`), table!.includes('name="state"'), steps];
    }),
  );
  const made = await members[2]!.fill(`${DESK}/new`, { ...saving, headword: 'of an editor' });

  expect(seen).toEqual([
    [false, false, ['', 'proposals']],
    [false, false, ['', 'new', 'proposals']],
    [true, true, ['', 'new', 'proposals', 'missed']],
    [true, true, ['', 'new', 'proposals', 'missed', 'import', 'members', 'profile']],
  ]);
  expect(made.headers.get('location')).toContain('done=created');
});

test('a row of the table is corrected in its place, and leaves what others change in the article', async () => {
  const editor = await desk.member('EDITOR');
  const number = await desk.newArticle({
    entry: { headword: 'a row' },
    translations: [{ lang: 'en', content: 'wrong', own: 1 }, { content: 'second' }],
    forms: ['kept'],
  });
  const table = `${DESK}?letter=a&edit=${number}`;
  const isRow = (action: string) => action.endsWith('/row');
  const page = (await editor.get(table)).text;
  await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, 'forms.0.form': 'of another' });
  const saved = await editor.submit(page, { 'translations.0.content': 'right' }, isRow);
  const late = await editor.submit(page, { 'translations.0.content': MARKUP }, isRow);

  expect(saved.headers.get('location')).toBe(`${DESK}?letter=a&done=merged#article-${number}`);
  expect((await desk.stored(number))['source']).toEqual({
    entry: { headword: 'a row' },
    translations: [{ lang: 'en', content: 'right', own: 1 }, { content: 'second' }],
    forms: ['of another'],
  });
  expect(late.status).toBe(409);
  expect(late.text).toContain('Other people changed the same parts');
  expect(late.text).not.toContain('<img');
});

test('selected articles are hidden after a question, shown again by one click, and deleted permanently', async () => {
  const editor = await desk.member('EDITOR');
  const [one, two] = [
    await desk.newArticle({ entry: { headword: 'x1' } }),
    await desk.newArticle({ entry: { headword: 'x2' } }),
  ];
  const { text } = await editor.get(`${DESK}?letter=x`);
  const { mark = '' } = formsIn(text).find(({ action }) => action === `${DESK}/bulk`)!.fields;
  const chosen = [...text.matchAll(/name="article"\s+value="([^"]*)"/g)].map(([, value]) => value!);
  const send = (fields: Record<string, string>, articles: readonly string[]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ mark, ...fields })) body.append(name, value);
    for (const value of articles) body.append('article', value);
    return editor.post(`${DESK}/bulk`, body);
  };
  const isDisabled = async () => [
    (await desk.stored(one))['isDisabled'],
    (await desk.stored(two))['isDisabled'],
  ];

  expect(chosen).toEqual([`${one}.1.shown.x1`, `${two}.1.shown.x2`]);
  const asked = await send({ do: 'disable' }, chosen);
  expect(asked.text).toContain('Hide these articles from readers?');
  expect(await isDisabled()).toEqual([false, false]);
  const hidden = await send({ do: 'disable', sure: 'yes' }, chosen);
  expect(hidden.text).toContain('<h1>Hidden: 2</h1>');
  expect(await isDisabled()).toEqual([true, true]);
  await send({ do: 'enable', sure: 'yes' }, [`${one}.2.hidden.x1`, `${two}.2.hidden.x2`]);
  expect(await isDisabled()).toEqual([false, false]);
  // What somebody changed since it was selected is left alone.
  await desk.root.fill(`${ARTICLES}/${two}`, { ...saving, type: 'changed' });
  const deleted = await send({ do: 'delete', sure: 'yes' }, [`${one}.3.shown.x1`, `${two}.3.shown.x2`]);
  expect([deleted.status, deleted.text.includes('<h1>Deleted: 1</h1>')]).toEqual([409, true]);
  expect([await desk.stored(one), (await desk.stored(two))['headword']]).toEqual([null, 'x2']);
  expect((await send({ do: 'delete', sure: 'yes' }, [])).status).toBe(400);
});

test('checks free JSON, and shows a newer version by others next to it', async () => {
  const number = await desk.newArticle({ entry: { headword: 'free' } });
  const page = (await desk.root.get(`${ARTICLES}/${number}/json`)).text;
  const broken = await desk.root.submit(page, { source: '{\n  "a": }' });
  await desk.root.fill(`${ARTICLES}/${number}`, { ...saving, type: 'verb' });
  const late = await desk.root.submit(page, { source: '{"own": 1}' });
  const saved = await desk.root.submit(late.text, {});

  expect([broken.status, late.status, saved.status]).toEqual([400, 409, 303]);
  expect(broken.text).toMatch(/id="f-source-fault">This is not valid JSON\. Line \d/);
  expect(late.text).toContain('&quot;type&quot;: &quot;verb&quot;');
  expect((await desk.stored(number))['source']).toEqual({ own: 1 });
});

/** Sends the form for a new recording or picture as browsers do. */
async function sendMedia(
  number: string,
  bytes: Buffer,
  name: string,
  fields: Readonly<Record<string, string>> = {},
) {
  const address = `${ARTICLES}/${number}`;
  const body = new FormData();
  const page = (await desk.root.get(address)).text;
  const form = formsIn(page).findLast(
    ({ action, fields }) => action === `${address}/media` && 'file' in fields,
  );
  for (const [field, value] of Object.entries({ ...form?.fields, do: 'add', ...fields }))
    if (field !== 'file') body.set(field, value);
  body.set('file', new Blob([new Uint8Array(bytes)]), name);
  return desk.root.post(`${address}/media`, body);
}

test('a recording and a picture are added without script, played and shown to readers, described and deleted', async () => {
  const number = await desk.newArticle({
    entry: { headword: 'heard' },
    examples: [{ content: 'Heard.', href: 'audio/heard.wav' }],
  });
  const address = `${ARTICLES}/${number}`;
  const said = { description: MARKUP, speaker: 'Awa', license: 'CC BY 4.0', lang: 'bm' };

  const added = await sendMedia(number, wav(100), 'heard.wav', said);
  const pictured = await sendMedia(number, png(640, 480), '<b>.png');
  const wrong = await sendMedia(number, Buffer.from('<svg/>'), 'so.png', { speaker: 'kept' });
  const none = await sendMedia(number, Buffer.alloc(0), '');

  expect([added.status, pictured.status, wrong.status, none.status]).toEqual([303, 303, 400, 400]);
  expect(added.headers.get('location')).toBe(`${address}?done=mediaAdded#media`);
  expect(wrong.text).toContain('The content of so.png is not a recording or picture of a known type');
  expect(wrong.text).toContain('value="kept"');
  expect(none.text).toContain('Choose a file.');
  const reader = await fetch(`${desk.server.url}/dictionaries/${DICTIONARY}/${number}`);
  const page = await reader.text();
  // The recording stands at the example that has its name, the picture in a section of its own.
  expect(page).toMatch(
    /class="sentence"[^>]*>Heard\.<\/p>\s*<figure class="media">\s*<audio controls preload="none" src="(\/media\/[^"]+)" aria-label="Recording: &lt;img[^"]*"><\/audio>/,
  );
  expect(page).toMatch(/<h2 id="media">.*<img src="\/media\/[^"]+" width="640" height="480" alt="heard"/s);
  expect(page).toContain('Spoken by Awa');
  expect(page).not.toMatch(/<img src=x|<b>|autoplay/);

  const form = await desk.root.get(address);
  const isOf = (name: string) => (action: string) => action === `${address}/media` && name !== '';
  const own = /<audio[^>]* src="(\/desk\/media\/[^"]+)"/.exec(form.text)?.[1] ?? '';
  expect((await desk.root.get(own)).status).toBe(200);
  const changed = await desk.root.submit(form.text, { do: 'change', license: 'CC0' }, isOf('first'));
  expect(changed.headers.get('location')).toBe(`${address}?done=saved#media`);
  const deleted = await desk.root.submit(form.text, { do: 'delete' }, isOf('first'));
  expect(deleted.headers.get('location')).toBe(`${address}?done=mediaDeleted#media`);
  const query = `{ article(dictionary: "${DICTIONARY}", number: "${number}") { media { name license } } }`;
  expect((await desk.graphql(query)).data['article']).toEqual({
    media: [{ name: 'heard.wav', license: 'CC BY 4.0' }],
  });
});
