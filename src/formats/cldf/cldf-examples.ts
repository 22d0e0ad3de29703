import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import { setCell, type TableRow } from '../tables/table-cells';
import { type CldfOptions, type CldfScope, type CldfTree, rowId, translationLanguage } from './cldf-columns';
import { type CldfColumn, type CldfShape, columnOf, cellValues } from './cldf-shape';

/** Returns the column of the table of examples that refers to senses or, without such a column, to entries. */
export function linkOf({ senses, entries, examples }: CldfShape): CldfColumn | undefined {
  return (
    columnOf(examples, 'senseReference', senses?.url) ?? columnOf(examples, 'entryReference', entries.url)
  );
}

/** A column with translations of examples, and their language. */
interface TranslationColumn {
  readonly column: CldfColumn;
  readonly lang?: string | undefined;
}

/** Returns the columns with translations of examples: that of the language of the metadata, then those that their titles name. */
function translationColumns({ examples, language }: CldfShape): readonly TranslationColumn[] {
  const main = columnOf(examples, 'translatedText');
  const others = (examples?.columns ?? []).flatMap((column) => {
    const named = translationLanguage(column);
    return named ? [{ column, lang: named.lang }] : [];
  });
  return [...(main ? [{ column: main, lang: language }] : []), ...others];
}

/** Returns the columns of the table of examples that are read. */
export function exampleColumns(shape: CldfShape): readonly CldfColumn[] {
  const fields = Object.values(fieldColumns(shape));
  const all = [...fields, linkOf(shape), ...translationColumns(shape).map(({ column }) => column)];
  return all.filter((column) => column !== undefined);
}

function fieldColumns({ examples }: CldfShape): Readonly<Record<string, CldfColumn | undefined>> {
  return {
    content: columnOf(examples, 'primaryText'),
    gloss: columnOf(examples, 'gloss'),
    reference: columnOf(examples, 'source'),
  };
}

function writeText(row: TableRow, column: CldfColumn | undefined, value: Json | undefined): boolean {
  if (column === undefined) return false;
  setCell(row, column.name, spelled(fieldText(value), column));
  return true;
}

/** Reads the examples of a sense or an entry: one item for each translation, or one without a translation. */
export function cldfExampleRow(
  options: CldfOptions,
  { isOfSense }: Pick<Row<CldfScope>, 'isOfSense'>,
): Row<CldfScope> {
  const { shape } = options;
  const places = fieldColumns(shape);
  const translations = translationColumns(shape);
  const ofLanguage = (item: TypedItem) =>
    item['target'] === undefined ? undefined : translations.find(({ lang }) => lang === item['lang']);
  return {
    member: 'examples',
    path: shape.examples?.url ?? '',
    isOfSense,
    find: ({ tree, sense, examples }) =>
      (examples.get(sense ?? 0) ?? []).flatMap((row) =>
        itemsOfRow(row, {
          places,
          translations,
          remove: () => {
            removeRow(tree, row);
          },
        }),
      ),
    accepts: (item) =>
      isOfSense &&
      linkOf(shape) !== undefined &&
      Object.keys(item).every((field) => places[field] !== undefined || ['target', 'lang'].includes(field)) &&
      (item['target'] === undefined ? item['lang'] === undefined : ofLanguage(item) !== undefined),
    make: ({ tree, row, sense, examples }, item) => {
      const translation = ofLanguage(item)?.column;
      const example =
        rowWithout(examples.get(sense ?? 0) ?? [], { item, places, translation }) ??
        newExample(tree, row, shape);
      if (!tree.examples.includes(example)) tree.examples.push(example);
      for (const [field, column] of Object.entries(places))
        if (item[field] !== undefined) writeText(example, column, item[field]);
      if (translation) writeText(example, translation, item['target']);
    },
  };
}

function removeRow({ examples }: CldfTree, row: TableRow): void {
  const at = examples.indexOf(row);
  if (at !== -1) examples.splice(at, 1);
}

interface RowReading {
  readonly places: ReturnType<typeof fieldColumns>;
  readonly translations: readonly TranslationColumn[];
  readonly remove: () => void;
}

function textAt(row: TableRow, column: CldfColumn | undefined): string {
  return cellValues(row[column?.name ?? ''], column).join(' ');
}

function itemsOfRow(row: TableRow, { places, translations, remove }: RowReading): readonly FoundItem[] {
  const fields = Object.entries(places).flatMap(([field, column]) => {
    const text = textAt(row, column);
    return text === '' ? [] : [[field, text] as const];
  });
  const own: TypedItem = Object.fromEntries(fields);
  const filled = translations.filter(({ column }) => textAt(row, column) !== '');
  if (filled.length === 0)
    return 'content' in own
      ? [
          {
            item: own,
            write: (field, value) => writeOf(row, field, { value, places, translation: translations[0] }),
            remove,
          },
        ]
      : [];
  let left = filled.length;
  return filled.map((translation) => {
    const { column, lang } = translation;
    return {
      item: { ...own, target: textAt(row, column), ...(lang === undefined ? {} : { lang }) },
      write: (field, value) => writeOf(row, field, { value, places, translation }),
      remove: () => {
        left -= 1;
        if (left === 0) remove();
        else setCell(row, column.name, '');
      },
    };
  });
}

interface Written {
  readonly value: Json | undefined;
  readonly places: ReturnType<typeof fieldColumns>;
  readonly translation: TranslationColumn | undefined;
}

function writeOf(row: TableRow, field: string, { value, places, translation }: Written): boolean {
  return writeText(row, field === 'target' ? translation?.column : places[field], value);
}

interface ExampleTranslation {
  readonly item: TypedItem;
  readonly places: ReturnType<typeof fieldColumns>;
  readonly translation: CldfColumn | undefined;
}

/** Returns the example with the same text to which a translation is added. */
function rowWithout(
  rows: readonly TableRow[],
  { item, places, translation }: ExampleTranslation,
): TableRow | undefined {
  if (translation === undefined || item['content'] === undefined) return undefined;
  return rows.find(
    (row) =>
      textAt(row, translation) === '' &&
      Object.entries(places).every(([field, column]) => textAt(row, column) === fieldText(item[field])),
  );
}

/** Creates a row that refers to its sense and the language of its entry. */
function newExample(tree: CldfTree, sense: TableRow, shape: CldfShape): TableRow {
  const { entries, senses, examples } = shape;
  const own = rowId(sense, senses?.columns ?? []);
  const id = columnOf(examples, 'id')?.name ?? 'ID';
  const link = linkOf(shape);
  const spokenHere = columnOf(examples, 'languageReference')?.name;
  const spoken = columnOf(entries, 'languageReference')?.name;
  return {
    [id]: `${own}-x${tree.examples.length + 1}`,
    ...(spokenHere !== undefined && spoken !== undefined ? { [spokenHere]: tree.entry[spoken] ?? '' } : {}),
    ...(link ? { [link.name]: own } : {}),
  };
}

/** Spells a text for a cell. In a column with a separator, the words of the text are the items of the cell. */
function spelled(text: string, { separator }: CldfColumn): string {
  return separator === undefined ? text : text.split(' ').join(separator);
}
