import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const text = (value) => (typeof value === 'string' ? value : '');

/** The texts of an example: its own and its translations. */
function exampleTexts(example) {
  if (typeof example !== 'object' || example === null) return [text(example)];
  return Object.values(example).flatMap((value) =>
    typeof value === 'object' && value !== null ? Object.values(value).map(text) : [text(value)],
  );
}

/**
 * The articles of dictionaries as rows that any search engine can index: headword, other forms, translations by language
 * and running texts.
 *
 * @param {readonly string[]} folders
 */
export function rowsOf(folders) {
  return folders.flatMap((folder) =>
    readFileSync(join(folder, 'articles.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { public_id: id, radical, article } = JSON.parse(line);
        const { entry = {}, forms = [], translations = [], examples = [] } = article;
        const variants = (entry.variants ?? []).flatMap(({ forme, radical: stem, headword }) =>
          [forme, stem, headword].map(text),
        );
        return {
          id,
          dictionary: basename(folder),
          headword: text(entry.headword),
          forms: [...new Set([...variants, ...forms.map(({ form }) => text(form)), text(radical)])].filter(
            (form) => form !== '' && form !== entry.headword,
          ),
          glosses: translations.map(({ lang, content }) => ({ lang: text(lang), content: text(content) })),
          texts: examples.flatMap(exampleTexts).filter(Boolean),
        };
      }),
  );
}

/** Plain letters for letters that Unicode does not decompose. */
const PLAIN = new Map(
  Object.entries({
    ŋ: 'n',
    ɲ: 'n',
    ɣ: 'g',
    ʃ: 's',
    ʒ: 'z',
    ɓ: 'b',
    ɗ: 'd',
    ɖ: 'd',
    ɛ: 'e',
    ǝ: 'e',
    ə: 'e',
    ƒ: 'f',
    ɩ: 'i',
    ƙ: 'k',
    ɔ: 'o',
    ʊ: 'u',
    ʋ: 'v',
    ƴ: 'y',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    đ: 'd',
    ħ: 'h',
  }),
);

/** A text in plain letters without marks, as a filter that a user of these engines would write. */
export function folded(given) {
  const bare = given.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return Array.from(bare, (letter) => PLAIN.get(letter) ?? letter)
    .join('')
    .replace(/['’ʼ‘`]/gu, '')
    .trim();
}
