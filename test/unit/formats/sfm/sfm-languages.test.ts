import type { ReadOptions } from '../../../../src/formats/files/entry-source';
import { openSfm } from '../../../../src/formats/sfm/sfm-source';
import { writtenFile } from '../../../support/canonical-lift';

const previewOf = async (text: string, options = {}) =>
  (await openSfm(writtenFile(text, 'words.sfm'), options)).preview;
const RECORD = '\\lx jiri\n\\ge arbre\n\\gn tree\n\\dr\n\\xv A ka jiri.\n\\xn his tree\n';

test('asks for languages that nobody names, and reports the assumption of English', async () => {
  expect(await previewOf(RECORD)).toEqual([
    'The languages of \\gn, \\xn are unknown. Name them with --languages=n:TAG. The letter e is read as English.',
  ]);
  expect(await previewOf(RECORD, { languages: 'e:fr' })).toEqual([
    'The languages of \\gn, \\xn are unknown. Name them with --languages=n:TAG.',
  ]);
});

test.each<[string, string, ReadOptions]>([
  ['are named', RECORD, { languages: 'e:fr,n:en' }],
  ['are those that a map names', RECORD, { map: mapOf('gn', 'xn') }],
  ['have no texts', '\\lx jiri\n\\ge tree\n\\gn\n\\xv A ka jiri.\n', {}],
])('reports nothing about languages that %s', async (_, text, options) => {
  expect(await previewOf(text, options)).toEqual([]);
});

function mapOf(...markers: string[]): string {
  const meanings = markers.map((marker) => [marker, { to: 'notes' }] as const);
  return JSON.stringify({ markers: Object.fromEntries(meanings) });
}
