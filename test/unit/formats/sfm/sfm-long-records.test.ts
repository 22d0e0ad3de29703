import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { writtenFile } from '../../../support/canonical-lift';

test('a record that is longer than an article may be is refused by its line, without reading all its fields', async () => {
  const file = `\\lx ba\n\\ge mother\n\n\\lx bi\n${'\\ge x\n'.repeat(100_000)}\n\\lx bo\n\\ge come out\n`;
  const path = writtenFile(file, 'words.sfm');
  const source = await (await formatOf(path)).open(path, {});
  const counts = new PathCounts();
  const problems: (string | undefined)[] = [];
  for await (const { problem } of source.entries(counts)) problems.push(problem?.message);

  expect(problems).toEqual([
    undefined,
    expect.stringMatching(/^line 4, column 1.*the record has more than 262144 characters/u),
    undefined,
  ]);
  expect(counts.rows().find(({ path }) => path === '\\ge')?.seen).toBeLessThan(100_000);
});
