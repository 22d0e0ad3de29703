import { indexOfCopy } from '../../src/offline/copy-index';
import { refreshedCopy } from '../../src/offline/copy-transfer';
import { articleReader } from '../../src/offline/dictionary-copy';
import { OfflineDictionary } from '../../src/offline/offline-dictionary';
import { type LocalDictionary, localPage } from '../../src/web/browser/offline/local-pages';
import { localeTextsFor } from '../../src/web/texts/locales';
import { bareLine } from '../support/articles';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { call } from '../support/http';

const ID = 'ewe_eng_addresses';

let server: TestGateway;
let kept: LocalDictionary;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder(ID, [bareLine(ID, 1, 'atí'), bareLine(ID, 2, 'aƒe')]));
  const copy = await refreshedCopy(ID, undefined, (path) => fetch(server.url + path));
  const articles = articleReader(copy);
  const metadata = { ...copy.dictionary, description: null };
  const dictionary = new OfflineDictionary({
    dictionary: metadata,
    index: await indexOfCopy(copy),
    article: (number) => articles(number) ?? [number, '', 0, {}],
  });
  kept = { metadata, dictionary };
});

afterAll(() => server.close());

test.each([
  [`/dictionaries/${ID}?page=9`, 'This page does not exist'],
  [`/dictionaries/${ID}?letter=q`, 'This page does not exist'],
  ['/?q=ati&page=9', 'This page does not exist'],
  [`/?q=${'a'.repeat(101)}`, 'A search can have at most 100 characters.'],
  // 100 letters, each typed as a letter and a mark.
  [`/?q=${'a\u0301'.repeat(100)}`, 'No article found'],
  [`/dictionaries/${ID}?page=1&letter=`, 'aƒe'],
])('a device and the server say the same of %s', async (path, words) => {
  const { text } = await call(server.url + path);
  const page = await localPage(new URL(path, server.url), [kept], localeTextsFor('en'));

  expect(text).toContain(words);
  expect(page?.main.text).toContain(words);
});
