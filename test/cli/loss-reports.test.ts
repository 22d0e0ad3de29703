import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { runCommand } from '../support/command';

let accounts: AccountServer;
let tests = 0;

beforeAll(async () => {
  accounts = await startWithAccounts();
});

afterAll(() => accounts.server.close());

interface Report {
  readonly entries: number;
  readonly stored: number;
  readonly refused: number;
  readonly rows: readonly {
    readonly path: string;
    readonly seen: number;
    readonly typed: number;
    readonly kept: number;
    readonly dropped: number;
    readonly reason?: string;
  }[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

/** The report on the import of a file. */
async function reportOn(name: string, text: string, ...options: string[]): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'griot-reports-'));
  const [path, report] = [join(folder, name), join(folder, 'report.json')];
  writeFileSync(path, text);
  const id = `report_${String(++tests)}`;
  await runCommand(
    'import',
    [path, `--dictionary=${id}`, `--report=${report}`, ...options],
    accounts.server.env,
  );
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

const TABLE = 'Mot,Français,Enquêteur\nta,voir,Awa\nk\u0001ɔ,dos,Ali\nso,maison,\n';
const LONG = `Mot,Français\nta,voir\nkɔ,${'dos '.repeat(100_000)}\n`;
const RECORDS = '\\lx ta\n\\ge see\n\n\\lx k\u0001ɔ\n\\ge back\n\\zz x\n';

test.each([
  { name: 'words.csv', text: TABLE, path: 'Français', reason: 'REFUSED_ENTRY' },
  { name: 'words.csv', text: TABLE, path: 'Enquêteur', reason: 'REFUSED_ENTRY' },
  { name: 'words.sfm', text: RECORDS, path: '\\ge', reason: 'REFUSED_ENTRY' },
  { name: 'words.csv', text: LONG, path: 'Français', reason: 'OVER_LIMIT' },
])(
  'data of a refused entry is counted as dropped: $reason of $path',
  async ({ name, text, path, reason }) => {
    const { entries, stored, refused, rows } = await reportOn(name, text, '--bad-entries=skip');

    expect({ refused, sum: stored + refused }).toEqual({ refused: 1, sum: entries });
    expect(rows.find((row) => row.path === path)).toMatchObject({ dropped: 1, reason });
    expect(rows.filter((row) => row.seen !== row.typed + row.kept + row.dropped)).toEqual([]);
  },
);

test('an article that is too large is reported with its size', async () => {
  const { problems } = await reportOn('words.csv', LONG, '--bad-entries=skip');

  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ line: 3 });
  expect(problems[0]!.message).toMatch(
    /^"kɔ": the article and its entry in the file have 8\d{5} bytes together; at most 262144 are allowed/u,
  );
});

test('the entry that ends an import is counted as refused', async () => {
  const { entries, stored, refused, rows } = await reportOn('words.csv', TABLE);

  expect({ entries, stored, refused }).toEqual({ entries: 2, stored: 1, refused: 1 });
  expect(rows.find(({ path }) => path === 'Mot')).toMatchObject({ seen: 2, typed: 1, dropped: 1 });
});
