import { readFileSync } from 'node:fs';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';

const UNIT =
  '<form lang="bm"><text>jiri</text></form><form lang="bm-fonipa"><text>jírí</text></form><form lang="bm-Nkoo"><text>ߖߌߙߌ</text></form>';
const WORDS = `<lift version="0.13"><entry id="a"><lexical-unit>${UNIT}</lexical-unit></entry></lift>`;

test('a transcription among the headwords is a pronunciation, and another script is a variant', async () => {
  const { articles } = await read(writtenFile(WORDS, 'words.lift'));

  expect(readArticle(articles[0]!.source)).toMatchObject({
    entry: { headword: 'jiri', variants: [{ headword: 'ߖߌߙߌ', type: 'script:bm-Nkoo' }] },
    pronunciations: [{ content: 'jírí', notation: 'ipa' }],
  });
});

test('is exported in its position, with changes and without removed parts', async () => {
  const first = await read(writtenFile(WORDS, 'words.lift'));
  const backWith = async (pronunciations: readonly object[]) => {
    const [article] = first.articles;
    const source = { ...article!.source, pronunciations: pronunciations as never };
    const path = await exported('lift', { articles: [{ ...article!, source }], files: first.files }, '.lift');
    return readFileSync(path, 'utf8').replace(/\n\s*/gu, '');
  };
  const given = first.articles[0]!.source['pronunciations'] as unknown as readonly object[];

  expect(await backWith(given)).toContain(UNIT);
  expect(await backWith(given.map((one) => ({ ...one, content: 'yírí' })))).toContain(
    UNIT.replace('jírí', 'yírí'),
  );
  const without = await backWith([]);
  expect(without).not.toContain('fonipa');
  expect(without).toContain('<text>ߖߌߙߌ</text>');
});
