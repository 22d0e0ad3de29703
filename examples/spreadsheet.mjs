// Turns a table with one word in each row, saved by a spreadsheet as tab-separated text, into the lines that `npm run import`
// takes. The first row names the columns: headword, category, class, form and example; a name of two or three letters, such as
// fr, is the language of a translation. `id` numbers the articles; without it they are numbered by row.
//
//   node examples/spreadsheet.mjs words.tsv > my_words/articles.jsonl
import { readFileSync } from 'node:fs';

const LANGUAGE = /^[a-z]{2,3}$/;

/** What a filled cell of a column adds to an article. */
const COLUMNS = {
  headword: (article, text) => (article.entry.headword = text),
  category: (article, text) => (article.category = text),
  class: (article, text) => (article.class = text),
  form: (article, text) => article.forms.push({ form: text }),
  example: (article, text) => article.examples.push({ content: text }),
};

/** Spreadsheets write UTF-8, or UTF-16 with a mark in front ("Unicode text"). */
function textOf(file) {
  const bytes = readFileSync(file);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
}

/** A cell with a quotation mark in it stands in quotation marks, and doubles it. */
function cellOf(written) {
  const text = written.trim();
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
}

function articleOf(cells, columns) {
  const article = { entry: {}, forms: [], translations: [], examples: [] };
  for (const [at, text] of cells.entries()) {
    const name = columns[at] ?? '';
    if (text === '' || name === 'id') continue;
    if (LANGUAGE.test(name)) article.translations.push({ lang: name, content: text });
    else COLUMNS[name](article, text);
  }
  return article;
}

function fail(problem) {
  console.error(problem);
  process.exit(1);
}

const [file] = process.argv.slice(2);
if (file === undefined) fail('Usage: node examples/spreadsheet.mjs TABLE.tsv > FOLDER/articles.jsonl');
const [columns = [], ...rows] = textOf(file)
  .split(/\r?\n/)
  .filter((line) => line.trim() !== '')
  .map((line) => line.split('\t').map(cellOf));
const unknown = columns.find(
  (name) => name !== 'id' && !LANGUAGE.test(name) && !Object.hasOwn(COLUMNS, name),
);
if (unknown !== undefined || !columns.includes('headword'))
  fail(
    `The first row must name the columns, headword among them; "${unknown ?? columns.join(' ')}" is not known.`,
  );
for (const [at, cells] of rows.entries()) {
  if (cells.length > columns.length) fail(`Row ${at + 2} has more cells than there are columns.`);
  const number = columns.includes('id') ? Number(cells[columns.indexOf('id')]) : at + 1;
  console.log(JSON.stringify({ id_article: number, article: articleOf(cells, columns) }));
}
