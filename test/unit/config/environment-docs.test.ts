import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentExample, environmentPage, environmentTable } from '../../../src/config/environment-docs';

const root = join(__dirname, '../../..');

describe('the documentation of the environment', () => {
  it('has one table row for each variable, with its default', () => {
    const table = environmentTable();

    expect(table).toMatch(/^\| `PORT` +\| an integer from 0 to 65535 +\| `4000` +\|/m);
    expect(table).toMatch(/^\| `MONGODB_URI` .*\| the embedded database in `DATA_DIR` +\|/m);
  });

  it('is the page in docs; run "node scripts/write-environment-docs.mjs" after a change', () => {
    expect(readFileSync(join(root, 'docs/environment.md'), 'utf8')).toBe(environmentPage());
  });

  it('is the example file; run "node scripts/write-environment-docs.mjs" after a change', () => {
    expect(readFileSync(join(root, '.env.example'), 'utf8')).toBe(environmentExample());
  });

  it('gives an example file that sets nothing until a line is uncommented', () => {
    const lines = environmentExample().split('\n');

    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([]);
    expect(lines).toContain('# PORT=4000');
  });
});
