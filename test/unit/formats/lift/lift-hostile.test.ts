import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { FileProblem } from '../../../../src/formats/files/position';
import { openLift } from '../../../../src/formats/lift/lift-source';

const folder = mkdtempSync(join(tmpdir(), 'griot-hostile-'));
let files = 0;

interface Outcome {
  readonly articles: number;
  readonly problems: readonly FileProblem[];
}

/** Reads a file to its end, or to what ends it. Anything but a problem with a place fails the test. */
async function outcomeOf(bytes: Buffer | string): Promise<Outcome> {
  const path = join(folder, `${++files}.lift`);
  writeFileSync(path, bytes);
  const problems: FileProblem[] = [];
  let articles = 0;
  try {
    for await (const { source, problem } of (await openLift(path, {})).entries(new PathCounts())) {
      if (source !== undefined) articles += 1;
      if (problem) problems.push(problem);
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problems.push(error);
  }
  for (const { position } of problems) {
    expect(position.line).toBeGreaterThan(0);
    expect(position.column).toBeGreaterThan(0);
  }
  return { articles, problems };
}

const ENTRY =
  '<entry id="a"><lexical-unit><form lang="sg"><text>ɓá &amp; x</text></form></lexical-unit></entry>';
const lift = (...entries: readonly string[]) =>
  `<?xml version="1.0"?>\n<lift version="0.13">\n${entries.join('\n')}\n</lift>\n`;
const GOOD = lift(ENTRY, ENTRY.replace('"a"', '"b"'), ENTRY.replace('"a"', '"c"'));

test('a file that is cut anywhere has a place, and gives whole entries before it', async () => {
  const bytes = Buffer.from(GOOD);
  for (let end = 0; end < bytes.length - '\n'.length; end += 3) {
    const { articles, problems } = await outcomeOf(bytes.subarray(0, end));
    expect(problems).toHaveLength(1);
    expect(articles).toBeLessThanOrEqual(3);
  }
});

test('damaged files give problems with places, and never an error of another kind', async () => {
  const damage = fc.record({
    at: fc.nat(GOOD.length),
    drop: fc.nat(30),
    put: fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '</entry>',
      '<entry>',
      '<!--',
      ']]>',
      '\u0000',
      '<?',
      '\uFFFE',
      '',
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const text = damages.reduce(
        (all, { at, drop, put }) => all.slice(0, at) + put + all.slice(at + drop),
        GOOD,
      );
      await outcomeOf(text);
    }),
    { numRuns: Number(process.env['HOSTILE_INPUTS'] ?? 300) },
  );
});

const bomb = `<!DOCTYPE lift [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>`;

test.each([
  ['an entity bomb', GOOD.replace('?>', `?>${bomb}`).replace('&amp;', '&c;'), 2, /entity/u],
  [
    'an external entity',
    GOOD.replace('?>', '?><!DOCTYPE lift [<!ENTITY f SYSTEM "file:///etc/passwd">]>').replace('&amp;', '&f;'),
    2,
    /entity/u,
  ],
  [
    'deep nesting',
    lift(ENTRY, `<entry id="d">${'<note>'.repeat(5000)}${'</note>'.repeat(5000)}</entry>`),
    1,
    /nested deeper/u,
  ],
  ['another encoding', Buffer.from(GOOD, 'latin1'), 0, /windows-1252/u],
  ['an unknown encoding', GOOD.replace('"1.0"', '"1.0" encoding="klingon"'), 0, /klingon/u],
  ['an entry that never ends', `<lift>${'<entry>'.repeat(3)}`, 0, /not closed/u],
  ['a second document', `${GOOD}<lift/>`, 3, /after the end/u],
  ['nothing', '', 0, /no element/u],
])('%s is refused with its place', async (_, bytes, articles, message) => {
  const outcome = await outcomeOf(bytes);

  expect(outcome.articles).toBe(articles);
  expect(outcome.problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
});

test('an entry of many megabytes is not held in memory', async () => {
  const { problems } = await outcomeOf(`<lift><entry id="${'x'.repeat(6 * 1024 * 1024)}`);

  expect(problems[0]?.code).toBe('OVER_LIMIT');
});

test('a header may be longer than an entry, which takes a parser time', async () => {
  const notes = (name: string) => `<${name}>a b c</${name}>`.repeat(100_000);
  const head = lift(`<header>${notes('range')}</header>`, ENTRY);
  const entry = lift(ENTRY, `<entry id="d">${notes('note')}</entry>`, ENTRY);
  // The beginning of its line is longer in bytes than in characters, and the rest of it has the end of the entry.
  const line = lift(ENTRY, `<entry id="d">${'<note>ê</note>'.repeat(100_000)}</entry>`, ENTRY);

  expect((await outcomeOf(head)).problems).toEqual([]);
  for (const long of [entry, line])
    expect((await outcomeOf(long)).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('an entry is longer than 1048576 characters'),
    ]);
});
