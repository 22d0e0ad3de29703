import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(__dirname, '..', '..');

const page = readFileSync(join(PROJECT, 'docs', 'threat-model.md'), 'utf8');

/** The rows of all tables that say what proves a defence. */
const lines = page
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| ')))
  .filter((line) => !/^\| (Threat|-+) /.test(line));

test('there are threats', () => {
  expect(lines.length).toBeGreaterThan(30);
});

test.each(lines.map((line) => [line.split('|')[1]?.trim() ?? '', line]))(
  '%s: a test proves the defence',
  (_, line) => {
    const proofs = [...(line.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');

    expect(proofs.length).toBeGreaterThan(0);
    for (const file of proofs) {
      expect(file).toMatch(/^(packages\/[^/]+\/)?test\/.+\.test\.ts$/);
      expect(existsSync(join(PROJECT, file)) ? '' : `${file} does not exist`).toBe('');
    }
  },
);
