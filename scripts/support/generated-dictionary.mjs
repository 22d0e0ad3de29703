import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { importFolder } = createRequire(import.meta.url)('../../dist/formats/dictionary/import-folder.js');

const SAMPLE = fileURLToPath(new URL('../../samples/yor_eng_fra_griot', import.meta.url));

/** What is put around a real headword to make another of the same shape; the first leaves it as it is. */
const PREFIXES = ['', 'ma', 'u', 'ki', 'wa', 'nda'];
const SUFFIXES = ['', 'ni', 'ana', 'isha', 'we', 'eka', 'lia', 'ro', 'zi', 'ba'];

/** A prime, so that steps of it reach every place once. */
const STRIDE = 104_729;

/** The articles of import folders, as their lines have them; those of the sample where there are no folders. */
export function articlesIn(folders) {
  return (folders.length > 0 ? folders : [SAMPLE]).flatMap((folder) =>
    readFileSync(join(folder, 'articles.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

/** The article of a place in a generated dictionary, and the headword that it gets. */
export function affixed(articles, number) {
  const pass = Math.floor(number / articles.length);
  const { article } = articles[number % articles.length];
  const prefix = PREFIXES[Math.floor(pass / SUFFIXES.length) % PREFIXES.length];
  const word = article.entry?.headword ?? `x${number}`;
  return { article, headword: `${prefix}${word}${SUFFIXES[pass % SUFFIXES.length]}` };
}

/**
 * Lines of a dictionary as large as is wanted, made from real articles: each pass over them gives every headword other
 * affixes, so that new articles fall everywhere into the order of those that are there. Shuffled, neighbours in the file
 * are no neighbours in that order either; real dictionaries are mostly sorted.
 */
export function* generatedLines(articles, { dictionaryId, from, to, shuffledWithin }) {
  for (let index = from; index < to; index++) {
    const number = shuffledWithin === undefined ? index : (index * STRIDE) % shuffledWithin;
    const { article, headword } = affixed(articles, number);
    yield JSON.stringify({
      id_dico: dictionaryId,
      id_article: number + 1,
      public_id: `${dictionaryId}-${number + 1}`,
      radical: headword,
      article: { ...article, entry: { ...article.entry, headword } },
    });
  }
}

/**
 * Imports a generated dictionary step by step, so that its file and what is made of its lines stay small.
 *
 * @returns for each step where it begins and ends, its lines, and `store`, which imports them
 */
export function* generatedSteps(gateway, articles, { dictionaryId, size, step = 5000, shuffledWithin }) {
  const folder = mkdtempSync(join(tmpdir(), 'griot-generated-'));
  try {
    const metadata = { id_dico: dictionaryId, long_name: 'Generated' };
    writeFileSync(join(folder, 'metadata.json'), JSON.stringify(metadata));
    for (let from = 0; from < size; from += step) {
      const to = Math.min(from + step, size);
      const lines = [...generatedLines(articles, { dictionaryId, from, to, shuffledWithin })];
      writeFileSync(join(folder, 'articles.jsonl'), `${lines.join('\n')}\n`);
      yield { from, to, lines, store: () => importFolder(gateway.imports, folder) };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
