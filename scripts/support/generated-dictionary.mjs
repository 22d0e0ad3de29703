import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { importFolder } = createRequire(import.meta.url)('../../dist/formats/dictionary/import-folder.js');

const SAMPLE = fileURLToPath(new URL('../../samples/yor_eng_fra_griot', import.meta.url));

/** Affixes that turn a real headword into others of a similar shape. The first pair leaves it unchanged. */
const PREFIXES = ['', 'ma', 'u', 'ki', 'wa', 'nda'];
const SUFFIXES = ['', 'ni', 'ana', 'isha', 'we', 'eka', 'lia', 'ro', 'zi', 'ba'];

/** A prime step, so that it reaches every position once. */
const STRIDE = 104_729;

/** The articles of import folders, by default of the sample dictionary, as in the lines of their files. */
export function articlesIn(folders) {
  return (folders.length > 0 ? folders : [SAMPLE]).flatMap((folder) =>
    readFileSync(join(folder, 'articles.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

/** The article at a position of a generated dictionary, and its generated headword. */
export function affixed(articles, number) {
  const pass = Math.floor(number / articles.length);
  const { article } = articles[number % articles.length];
  const prefix = PREFIXES[Math.floor(pass / SUFFIXES.length) % PREFIXES.length];
  const word = article.entry?.headword ?? `x${number}`;
  return { article, headword: `${prefix}${word}${SUFFIXES[pass % SUFFIXES.length]}` };
}

/**
 * Lines of a dictionary of any size, generated from real articles. Each pass over the articles adds other affixes to every headword, so
 * that new articles are inserted everywhere among the existing ones. Real dictionaries are mostly sorted; a shuffled one is in random
 * order.
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
 * Imports a generated dictionary step by step, so that files and memory stay small.
 *
 * @returns for each step its first and last position, its lines, and `store`, which imports them
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
