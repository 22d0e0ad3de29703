import { READER_PASSWORD } from '../support/accounts';
import { botAtDesk, type DeskServer, MARKUP, startDesk } from './desk-browser';

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

const to = (end: string) => (action: string) => action.endsWith(end);

test('an application reads its conversations, adds unresolved messages to intents, and corrects intents and entities', async () => {
  const { conversation, publicId, token, bot, execute } = await botAtDesk(desk, 'seats');
  await execute(
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
  const { entity } = await execute(query, { id: decodeURIComponent(city.split('/').at(-1) ?? '') }, token);
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

test('a conversation shows what the bot said as a person reads it, and its JSON folded away', async () => {
  const { conversation, publicId, token, bot, execute } = await botAtDesk(desk, 'talking');
  const answers = [
    { lang: 'sw', text: 'Karibu sana' },
    { sw: ['Ndiyo', 'Sawa'], type: 'choice' },
    { card: { title: 'A title', id: 'hidden-1' } },
    { id: 'no-words' },
    {},
  ];
  for (const botResponse of answers) {
    const input = { userRequest: 'Hello', botResponse };
    await execute(
      'mutation ($id: ID!, $input: ConversationRequestInput!) { createConversationRequest(conversationId: $id, input: $input) { userErrors { message } } }',
      { id: conversation, input },
      token,
    );
  }
  const { text } = await bot.get(`/desk/applications/${publicId}/conversations/1`);
  const lines = text.split('<li class="line">').slice(1);
  const [card, folded] = [lines[2] ?? '', lines.map((line) => line.split('<details>')[1] ?? '')];
  const open = lines.map((line) => line.split('<details>')[0]);

  expect(open[0]).toContain('lang="sw" dir="auto">Karibu sana</span>');
  expect(open[1]).toMatch(/lang="sw"[^>]*>Ndiyo<[^]*lang="sw"[^>]*>Sawa</);
  expect(card).toMatch(/>A title<\/span>/);
  expect(open[3]).toContain('An answer without text.');
  expect(open[4]).toContain('No answer.');
  for (const line of open) expect(line).not.toMatch(/\{|hidden-1|choice|text:|lang:/);
  expect(folded.map((one) => one !== '')).toEqual([true, true, true, true, false]);
  expect(folded[2]).toContain('hidden-1');
});

describe('objects of applications', () => {
  test('is created, renamed and deleted by forms, without script', async () => {
    const { publicId, bot } = await botAtDesk(desk, 'owning');
    const application = `/desk/applications/${publicId}`;
    const made = async (page: string, step: string, fields: Readonly<Record<string, string>>) => {
      const sent = await bot.fill(page, fields, to(`/${step}`));
      return (sent.headers.get('location') ?? sent.text).replace('?done=made', '');
    };
    const field = await made(application, 'fields', {
      'fields.name': 'weather',
      'fields.description': 'rain',
    });
    const kinds = { intents: 'intentName', entities: 'entityName', templates: 'templateName' };
    for (const [step, name] of Object.entries(kinds)) {
      const page = await made(field, step, { [`${step}.${name}`]: 'First', [`${step}.language`]: 'sw' });
      const changes = { as: 'properties', of: step, [`${step}.${name}`]: MARKUP, [`${step}.isActive`]: '' };
      const { text } = await bot.get(page);
      const renamed = await bot.submit(text, changes, to(page));
      const typed = { ...changes, [`${step}.${name}`]: 'Late', [`${step}.isActive`]: 'true' };
      const late = await bot.submit(text, typed, to(page));
      expect([text.includes('First'), renamed.status, late.status]).toEqual([true, 303, 409]);
      expect(late.text).toContain('value="Late"');
      const theirs = [...late.text.matchAll(/Stored now: <span lang="" dir="auto">([^<]*)</g)];
      expect(theirs.map(([, value]) => value)).toEqual([expect.stringContaining('&lt;img'), 'inactive']);
      const stored = (await bot.get(page)).text;
      expect(stored).toContain('&lt;img src=x');
      expect(stored).toContain('inactive');
      const unsure = await bot.fill(page, { as: 'deletion', of: step }, to(page));
      const deleted = await bot.fill(page, { as: 'deletion', of: step, sure: 'true' }, to(page));
      expect([unsure.status, deleted.headers.get('location')]).toEqual([400, `${field}?done=deleted`]);
      expect((await bot.get(page)).status).toBe(404);
    }
    const conversation = await made(application, 'conversations', { 'conversations.userName': 'Awa' });
    expect((await bot.get(conversation)).text).toContain('Awa');
    const gone = await bot.fill(field, { as: 'deletion', of: 'fields', sure: 'true' }, to(field));
    expect(gone.headers.get('location')).toBe(`${application}?done=deleted`);
  });

  test('is refused with the typed values if the name is missing', async () => {
    const { publicId, bot } = await botAtDesk(desk, 'refusing');
    const field = `/desk/applications/${publicId}/fields/1`;
    const nameless = await bot.fill(field, { 'intents.language': 'sw-typed' }, to('/intents'));
    const strange = await bot.post(`${field}/intents`, { 'intents.intentName': 'A' });

    expect(nameless.status).toBe(400);
    expect(nameless.text).toMatch(/id="f-intents-intentName-fault">[^<]+</);
    expect(nameless.text).toContain('value="sw-typed"');
    // Without the mark of the session, nothing is done.
    expect(strange.status).toBe(403);
  });

  test('an admin registers an application, which then signs in; others may not', async () => {
    const account = { name: 'registered', email: 'r@example.org', password: 'correct horse battery' };
    const fields = Object.fromEntries(
      Object.entries(account).map(([name, value]) => [`applications.${name}`, value]),
    );
    const page = '/desk/applications';
    const bad = await desk.root.fill(page, { ...fields, 'applications.email': 'no address' }, to(page));
    const sent = await desk.root.fill(page, fields, to(page));
    const own = (sent.headers.get('location') ?? '').replace('?done=made', '');
    const named = await desk.root.fill(own, { 'applications.description': 'of a bank' }, to(own));
    const bot = desk.newBrowser();
    await bot.post('/desk/sign-in', { name: account.name, password: account.password, kind: 'application' });
    const reader = await desk.newBrowser().signIn('reader', READER_PASSWORD);

    expect(bad.status).toBe(400);
    expect(bad.text).toMatch(/id="f-applications-email-fault"/);
    expect(bad.text).toContain('value="no address"');
    expect(bad.text).not.toContain(account.password);
    expect(named.status).toBe(303);
    expect((await bot.get(own)).text).toContain('of a bank');
    expect((await reader.get(page)).status).toBe(403);
  });
});
