import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareLine } from '../support/articles';
import { runCommand } from '../support/command';
import { dictionaryFolder } from '../support/dictionary-files';

const GOOD = {
  query: 'zima',
  id_dico: 'qaa_fr_1',
  kind: 'exact',
  expect: ['qaa_fr_1-1'],
  k: 10,
  first: true,
};

const folder = dictionaryFolder('qaa_fr_1', [
  bareLine('qaa_fr_1', 1, 'zima'),
  bareLine('qaa_fr_1', 2, 'zimà'),
]);

function queriesOf(...queries: readonly object[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'griot-queries-')), 'queries.jsonl');
  writeFileSync(file, queries.map((query) => `${JSON.stringify(query)}\n`).join(''));
  return file;
}

test('relevance is reported by kind of query, and the results are written', async () => {
  const results = join(mkdtempSync(join(tmpdir(), 'griot-results-')), 'results.jsonl');
  const other = { ...GOOD, query: 'zimb', kind: 'odd', expect: [], first: false };
  const args = ['--queries', queriesOf(GOOD, GOOD, other), '--results', results, folder];

  const { stdout, stderr, code } = await runCommand('relevance', args, {});

  expect(stdout).toMatch(/^exact +n= +2 ok=1.000 /m);
  expect(stdout).toMatch(/^odd +n= +1 ok=0.000 /m);
  expect(stdout).toMatch(/^ALL +n= +3 ok=0.667 /m);
  expect(stderr).toContain('ALL: 0.667 of the queries have a good result; the minimum is 0.97.');
  expect(code).toBe(1);
  expect(readFileSync(results, 'utf8').split('\n')[0]).toBe(
    '{"query":"zima","results":["qaa_fr_1-1","qaa_fr_1-2"]}',
  );
});

test('a kind below its minimum is reported, and if there is none the command succeeds', async () => {
  const wrong = { ...GOOD, expect: ['qaa_fr_1-2'] };

  const bad = await runCommand('relevance', ['--queries', queriesOf(wrong), folder], {});
  const good = await runCommand('relevance', ['--queries', queriesOf(GOOD), folder], {});

  expect(bad.code).toBe(1);
  expect(bad.stderr).toContain('exact: 0.000 of the queries have a good result; the minimum is 1.00.');
  expect(good.code).toBe(0);
});
