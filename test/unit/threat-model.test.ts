import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

const page = readFileSync(join(PROJECT, 'docs', 'threat-model.md'), 'utf8');

/** The rows of all tables that say what proves a defence. */
const rows = page
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')))
  .filter((line) => !/^\| (Threat|-+) /.test(line));

test('there are threats', () => {
  expect(rows.length).toBeGreaterThan(30);
});

test.each(rows.map((row) => [row.split('|')[1]?.trim() ?? '', row]))(
  '%s: a test proves the defence',
  (_, row) => {
    const proofs = [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');

    expect(proofs.length).toBeGreaterThan(0);
    for (const file of proofs) {
      expect(file).toMatch(/^(packages\/[^/]+\/)?test\/.+\.test\.ts$/);
      expect(existsSync(join(PROJECT, file)) ? '' : `${file} does not exist`).toBe('');
    }
  },
);
