import type { ProblemCode } from '../../src/formats/files/position';
import type { LossReason } from '../../src/formats/files/loss-report';
import { importsEn } from '../../src/web/texts/desk-names-en';
import { importsFr } from '../../src/web/texts/desk-names-fr';
import { ARTICLES, DESK, type DeskServer, type Fields, formsIn, startDesk } from './desk-browser';

const FRENCH = { 'accept-language': 'fr' };

let desk: DeskServer;

beforeAll(async () => {
  desk = await startDesk();
});

afterAll(() => desk.server.close());

/** Imports a file into a new dictionary; returns the page of the import in French. */
async function imported(dictionary: string, file: File): Promise<string> {
  const form = formsIn((await desk.root.get('/desk/import')).text).findLast(
    ({ action }) => action === '/desk/import',
  );
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...form?.fields, dictionary, skip: 'true' }))
    if (name !== 'file') body.set(name, value);
  body.set('file', file);
  const address = (await desk.root.post('/desk/import', body)).headers.get('location') ?? '';
  await desk.root.settled(address);
  return (await desk.root.get(address, FRENCH)).text;
}

test('shows file problems in French, followed by the message of the server', async () => {
  const table = await imported('qaa_wide', new File(['Headword,French\r\nada,un,deux,trois\r\n'], 'a.csv'));
  const lift = `<?xml version="1.0"?><lift version="0.13"><entry id="b"><x></y></entry><entry id="a"><lexical-unit><form lang="qaa"><text>ada</text></form></lexical-unit></entry><entry id="a"/></lift>`;
  const tree = await imported('qaa_tree', new File([lift], 'a.lift'));

  expect(table).toMatch(/La ligne a plus de cellules que[^<]* <small lang="en">\([^<]+\)<\/small>/);
  expect(tree).toContain('L’identifiant est utilisé deux fois. <small lang="en">');
  expect(tree).toContain('<td>l’entrée a été refusée</td>');
  expect(tree).not.toMatch(/<td>[A-Z]+(_[A-Z]+)+<\/td>/);
});

test('French pages have a no-break space between a label and its colon', async () => {
  const pages = ['/desk', '/desk/account', '/desk/imports'].map((page) => desk.root.get(page, FRENCH));
  const texts = (await Promise.all(pages)).map(({ text }) => text.replaceAll(/<[^>]*>/gu, ' '));

  expect(texts[0]).toContain('Articles\u00a0: ');
  for (const text of texts) expect(text).not.toMatch(/\p{Letter}:\s/u);
});

test('every reason and every problem of a file has a name in French', () => {
  const reasons: Readonly<Record<LossReason, string>> = importsFr.lossReasons;
  const problems: Readonly<Partial<Record<ProblemCode, string>>> = importsFr.problemKinds;
  const known: Readonly<Record<ProblemCode, true>> = {
    NOT_XML: true,
    WRONG_ROOT: true,
    CUT_FILE: true,
    WRONG_ENCODING: true,
    OVER_LIMIT: true,
    DUPLICATE_ID: true,
    EXTRA_CELLS: true,
    ERROR_CELL: true,
    LIKE_TOTALS: true,
    LETTER_ROW: true,
    NO_VALUE: true,
    CONTROL_CHARACTER: true,
    REFUSED_ENTRY: true,
    NOT_A_TABLE: true,
    NOT_READ: true,
    NOT_JSON: true,
    NOT_YAML: true,
    NOT_A_PACKAGE: true,
    MISSING_FILE: true,
    REFUSED_FILE: true,
  };

  expect(Object.keys(reasons)).toEqual(Object.keys(importsEn.lossReasons));
  expect(Object.keys(problems).sort()).toEqual(Object.keys(known).sort());
});

test('shows faults of known fields only in French', async () => {
  const number = await desk.newArticle({ entry: { headword: 'mot' }, translations: [{ content: 'un' }] });
  const sent = async (page: string, changes: Fields, end = page): Promise<string> => {
    const form = formsIn((await desk.root.get(page)).text).find(({ action }) => action.endsWith(end));
    return (await desk.root.post(form?.action ?? '', { ...form?.fields, ...changes }, FRENCH)).text;
  };
  const fault = (text: string) => /class="fault"[^>]*>([^]*?)<\/p>/.exec(text)?.[1]?.trim();
  const user = { username: 'root', password: 'long enough for all' };
  const bot = { 'applications.name': 'x'.repeat(1001), 'applications.email': 'a@example.org' };

  expect(fault(await sent(`${ARTICLES}/${number}`, { do: 'save', 'translations.0.lang': 'a b' }))).toBe(
    'Une étiquette de langue (BCP 47), comme sw ou fr-CA.',
  );
  expect(fault(await sent('/desk/users', user))).toBe('Ce nom est pris, ou ressemble à un autre.');
  expect(fault(await sent('/desk/users', { ...user, username: 'x'.repeat(1001) }))).toMatch(
    /^De 3 à 64 caractères\.$/,
  );
  const members = await sent(`${DESK}/members`, { user: 'nobody at all', role: 'EDITOR' });
  expect(fault(members)).toBe('Aucun utilisateur ne porte ce nom.');
  expect(members).toMatch(/<\/a>\u{a0}: Aucun/u);
  expect(fault(await sent(`${DESK}/profile`, { scripts: 'a' }))).toBe(
    'Un code d’écriture (ISO 15924), comme Latn ou Arab.',
  );
  expect(
    fault(await sent('/desk/applications', { ...bot, 'applications.password': 'correct horse battery' })),
  ).toMatch(/caractères\.$/);
});
