import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import { type Read, exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-targets-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const relationsOf = ({ articles }: Read) => articles.map(({ source }) => readArticle(source).relations ?? []);

const lift = (...entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="0.13" producer="test">\n${entries.join('\n')}\n</lift>\n`;

const entry = (id: string, word: string, senses: string) =>
  `<entry id="${id}"><lexical-unit><form lang="bm"><text>${word}</text></form></lexical-unit>${senses}</entry>`;

const LIFT = lift(
  entry('e1', 'jiri', '<sense id="s-1"><relation type="synonym" ref="s-3"/></sense>'),
  entry('e2', 'yiri', '<sense id="s-2"/><sense id="s-3"><relation type="Part" ref="s-1"/></sense>'),
  entry('e3', 'bolo', '<sense id="s-4"><relation type="synonym" ref="s-99"/></sense>'),
);

test('a relation between senses of LIFT names the word, and the sense of a word with several', async () => {
  expect(relationsOf(await read(file('senses.lift', LIFT)))).toEqual([
    [{ sense: 1, type: 'synonym', ref: 's-3', target: 'yiri', targetSense: 2 }],
    [{ sense: 2, type: 'Part', ref: 's-1', target: 'jiri' }],
    [{ sense: 1, type: 'synonym', ref: 's-99' }],
  ]);
});

test('a changed type of a relation is written into LIFT, but not the word that its identifier names', async () => {
  const path = file('written.lift', LIFT);
  const imported = await read(path);
  const back = readFileSync(await exported('lift', imported, '.lift'), 'utf8');
  expect(back).toContain('<relation type="synonym" ref="s-3"/>');
  expect(back).not.toContain('griot.');

  const articles = imported.articles.map(({ publicId, source }) => {
    const relations = readArticle(source).relations?.map((one) =>
      one.ref === 's-1' ? Object.assign({}, one, { type: 'Whole' }) : one,
    );
    return { publicId, source: Object.assign({}, source, relations && { relations }) };
  });
  const changed = readFileSync(await exported('lift', { ...imported, articles }, '.lift'), 'utf8');
  expect(changed).toBe(back.replace('type="Part"', 'type="Whole"'));
});

test('writes the part of a relation that its identifier does not give beside it', async () => {
  const imported = await read(file('other-sense.lift', LIFT));
  const articles = imported.articles.map(({ publicId, source }) => {
    const relations = readArticle(source).relations?.map((one) =>
      one.ref === 's-3' ? Object.assign({}, one, { targetSense: 1 }) : one,
    );
    return { publicId, source: Object.assign({}, source, relations && { relations }) };
  });
  const changed = await exported('lift', { ...imported, articles }, '.lift');

  const [[relation] = []] = relationsOf(await read(changed));
  expect(relation).toMatchObject({ ref: 's-3', target: 'yiri', targetSense: 1 });
});

test('the identifier of a word may have an entity', async () => {
  const text = lift(
    entry('a', 'jiri', '<sense id="a-1"><relation type="synonym" ref="b&amp;c"/></sense>'),
    entry('b', 'yiri', "<sense id='b&amp;c'/>"),
  );
  expect(relationsOf(await read(file('entity.lift', text)))[0]).toMatchObject([{ target: 'yiri' }]);
});

test('a relation is found wherever the file is divided to read it', async () => {
  // The first piece of a line of more than a megabyte has this many bytes.
  const piece = 17 * 65_536;
  const line = LIFT.replaceAll('\n', '').replaceAll(/ ref="s-(?:1|99)"/gu, '');
  for (const split of [1, 2, 3]) {
    const room = piece - line.indexOf('ref=') - split;
    const comments = [600_000, room - 600_000].map((length) => `<!--${' '.repeat(length - 7)}-->`);
    const text = line.replace('<entry', `${comments.join('')}<entry`);
    expect(text.slice(piece - split, piece - split + 4)).toBe('ref=');
    expect(relationsOf(await read(file(`piece-${split}.lift`, text)))[0]).toMatchObject([{ target: 'yiri' }]);
  }
});

test('a reference of TEI without a text names its word', async () => {
  const tei = (text: string) =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>\n' +
    `<entry xml:id="a"><form><orth>jiri</orth></form><sense xml:id="a1"><xr type="synonymy"><ref target="#b2">${text}</ref></xr></sense></entry>\n` +
    '<entry xml:id="b"><form><orth>yiri</orth></form><sense xml:id="b1"/><sense xml:id="b2"/></entry>\n' +
    '</body></text></TEI>\n';
  const [bare] = relationsOf(await read(file('bare.tei', tei(''))));
  expect(bare).toEqual([{ sense: 1, type: 'synonym', ref: 'b2', target: 'yiri', targetSense: 2 }]);
  const [named] = relationsOf(await read(file('named.tei', tei('yiri (bois)</ref><ref target="#b2">'))));
  expect(named).toMatchObject([{ target: 'yiri (bois)' }, { target: 'yiri' }]);
});

const RESOURCE = {
  langCode: 'bm',
  entries: [
    { id: 'a', headword: 'jiri', senses: [{ id: 'a-1' }] },
    { id: 'b', headword: 'yiri', senses: [{ id: 'b-1' }, { id: 'b-2' }] },
    { id: 'c', headword: 'jirisun', senses: [{ id: 'c-1' }] },
  ],
  relations: [
    { type: 'synonyms', members: [{ ref: 'a-1' }, { ref: 'b-2' }] },
    {
      type: 'subentries',
      members: [
        { ref: 'a', role: 'container' },
        { ref: 'c', role: 'subentry' },
      ],
    },
  ],
};

test('reads DMLex relations with the word and the type that follows from its role', async () => {
  const imported = await read(file('resource.json', JSON.stringify(RESOURCE)));

  expect(relationsOf(imported)).toEqual([
    [
      { type: 'subentry', ref: 'c', target: 'jirisun' },
      { sense: 1, type: 'synonym', ref: 'b-2', target: 'yiri', targetSense: 2 },
    ],
    [{ sense: 2, type: 'synonym', ref: 'a-1', target: 'jiri' }],
    [{ type: 'main', ref: 'a', target: 'jiri' }],
  ]);
  const xml = await exported('dmlex', imported, '.xml');
  expect(readFileSync(xml, 'utf8')).not.toContain('griot:');
  expect(relationsOf(await read(xml))).toEqual(relationsOf(imported));
});

test('columns of CLDF that point to entries and senses name the word', async () => {
  const set = mkdtempSync(join(tmpdir(), 'griot-targets-cldf-'));
  const terms = 'http://cldf.clld.org/v1.0/terms.rdf#';
  const table = (
    url: string,
    kind: string,
    columns: readonly object[],
    keys: Readonly<Record<string, string>>,
  ) => ({
    url,
    'dc:conformsTo': `${terms}${kind}`,
    tableSchema: {
      columns,
      foreignKeys: Object.entries(keys).map(([column, resource]) => ({
        columnReference: [column],
        reference: { resource, columnReference: ['ID'] },
      })),
    },
  });
  const id = { name: 'ID', propertyUrl: `${terms}id` };
  const metadata = {
    'dc:conformsTo': `${terms}Dictionary`,
    tables: [
      table(
        'entries.csv',
        'EntryTable',
        [id, { name: 'Headword', propertyUrl: `${terms}headword` }, { name: 'Entry_IDs', separator: ';' }],
        { Entry_IDs: 'entries.csv' },
      ),
      table(
        'senses.csv',
        'SenseTable',
        [
          id,
          { name: 'Description', propertyUrl: `${terms}description` },
          { name: 'Entry_ID', propertyUrl: `${terms}entryReference` },
          { name: 'Synonym_IDs', separator: ';' },
        ],
        { Entry_ID: 'entries.csv', Synonym_IDs: 'senses.csv' },
      ),
    ],
  };
  writeFileSync(join(set, 'cldf-metadata.json'), JSON.stringify(metadata));
  writeFileSync(join(set, 'entries.csv'), 'ID,Headword,Entry_IDs\nL1,jiri,L2\nL2,yiri,\n');
  writeFileSync(
    join(set, 'senses.csv'),
    'ID,Description,Entry_ID,Synonym_IDs\nS1,tree,L1,S3\nS2,wood,L2,\nS3,tree,L2,S1\n',
  );

  const imported = await read(join(set, 'cldf-metadata.json'));

  const [first, second] = relationsOf(imported);
  expect(first).toEqual([
    { type: 'see', ref: 'L2', target: 'yiri' },
    { sense: 1, type: 'synonym', ref: 'S3', target: 'yiri', targetSense: 2 },
  ]);
  expect(second).toEqual([{ sense: 2, type: 'synonym', ref: 'S1', target: 'jiri' }]);
  expect(relationsOf(await read(await exported('cldf', imported, '.zip')))).toEqual([first, second]);
});

const nestedTei = (word: string) =>
  `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><body>
<entry xml:id="a"><form type="lemma"><orth>liggéey</orth></form><sense><cit type="translation" xml:lang="fr"><quote>travail</quote></cit></sense>
<entry xml:id="b"><form type="lemma"><orth>${word}</orth></form><sense><cit type="translation" xml:lang="fr"><quote>travailleur</quote></cit></sense></entry>
<re><form><orth>liggéey</orth></form><sense/></re></entry>
</body></text></TEI>`;

test('the word of a nested entry of TEI is a relation, unless it is the headword, and is written where it was', async () => {
  const imported = await read(file('nested.tei', nestedTei('liggéeykat')));
  expect(relationsOf(imported)).toEqual([[{ sense: 2, type: 'subentry', target: 'liggéeykat' }]]);

  const articles = imported.articles.map(({ publicId, source }) => {
    const relations = readArticle(source).relations?.map((one) =>
      Object.assign({}, one, { target: 'liggéeykatu' }),
    );
    return { publicId, source: Object.assign({}, source, { relations }) };
  });
  const changed = readFileSync(await exported('tei', { ...imported, articles }, '.tei'), 'utf8');
  expect(changed).toContain('<orth>liggéeykatu</orth>');
  expect(changed).not.toContain('griot');
});
