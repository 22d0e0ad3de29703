import { readFileSync } from 'node:fs';
import { exported, read } from '../../support/format-files';
import { writtenFile } from '../../support/canonical-lift';

const resource = (more: object) => JSON.stringify({ langCode: 'en', ...more });

test('a relation of thousands of members gives each of them two hundred relations at most', async () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `e${at}`);
  const text = resource({
    entries: [{ id: 'e0', headword: 'word' }],
    relations: [{ type: 'synonym', members: ids.map((ref) => ({ ref })) }],
  });
  const { articles, files } = await read(writtenFile(text, 'words.json'));

  expect(articles[0]?.source['relations']).toHaveLength(200);
  expect(files.get('dmlex/options.json')!.length).toBeLessThan(30_000_000);
});

test.each([
  ['U+0000', '\u0000'],
  ['U+D800', '\ud800'],
])('an entry of JSON with %s is refused with its place', async (name, sign) => {
  const text = resource({
    entries: [
      { id: 'a', headword: 'good' },
      { id: 'b', headword: 'bad', senses: [{ definitions: [{ text: `x${sign}` }] }] },
    ],
  });
  const { articles, problems } = await read(writtenFile(text, 'words.json'));

  expect(articles.map(({ publicId }) => publicId)).toEqual(['a']);
  expect(problems).toEqual([expect.stringMatching(/^line 1, column \d+: the entry has the character/u)]);
  expect(problems[0]).toContain(name);
});

test.each(['domain', 'dom', 'subjectField'])('labels of the type %s are domains', async (type) => {
  const text = resource({
    entries: [{ id: 'a', headword: 'mti', labels: ['bot', 'old'] }],
    labelTags: [
      { tag: 'bot', typeTag: type },
      { tag: 'old', typeTag: 'domestic' },
    ],
  });
  const { articles } = await read(writtenFile(text, 'words.json'));

  expect(articles[0]?.source).toMatchObject({
    domains: [{ content: 'bot' }],
    usages: [{ type: 'domestic', content: 'old' }],
  });
});

describe('descriptions of tags', () => {
  const WORD = {
    id: 'a',
    headword: 'mti',
    partsOfSpeech: ['n3'],
    labels: ['bot', 'old', 'rare'],
    inflectedForms: [{ text: 'miti', tag: 'pl' }],
    senses: [{ definitions: [{ text: 'kitu kikubwa', definitionType: 'f' }] }],
  };
  const TAGS = {
    partOfSpeechTags: [
      { tag: 'n3', description: 'noun, class 3/4' },
      { tag: 'v', description: 'verb' },
    ],
    labelTags: [
      { tag: 'bot', description: 'botany', typeTag: 'domain' },
      { tag: 'old', description: 'dated', typeTag: 't' },
      { tag: 'rare', description: `used ${'rarely '.repeat(20)}` },
    ],
    labelTypeTags: [{ tag: 't', description: 'time' }],
    inflectedFormTags: [{ tag: 'pl', description: 'plural' }],
    definitionTypeTags: [{ tag: 'f', description: 'formal' }],
  };
  const file = () => writtenFile(resource({ entries: [WORD], ...TAGS }), 'words.json');

  it('are read in place of the tags', async () => {
    const { articles } = await read(file());

    expect(articles[0]?.source).toMatchObject({
      categories: [{ content: 'noun, class 3/4' }],
      domains: [{ content: 'botany' }],
      usages: [{ type: 'time', content: 'dated' }, { content: 'rare' }],
      forms: [{ form: 'miti', type: 'plural' }],
      definitions: [{ content: 'kitu kikubwa', type: 'formal' }],
    });
  });

  it.each([
    ['noun, class 3/4', 'n3'],
    ['verb', 'v'],
    ['adjective', 'adjective'],
  ])('are written as tags: %s', async (content, tag) => {
    const all = await read(file());
    const [article] = all.articles;
    const source = { ...article!.source, categories: [{ content }] };
    for (const format of ['dmlex', 'dmlex-json']) {
      const path = await exported(format, { ...all, articles: [{ ...article!, source }] }, '.json');
      const text = readFileSync(path, 'utf8');
      if (format === 'dmlex') expect(text).toContain(`<partOfSpeech tag="${tag}"/>`);
      else expect(JSON.parse(text)).toMatchObject({ entries: [{ ...WORD, partsOfSpeech: [tag] }] });
    }
  });
});
