import type { ArticleContent } from '../../domain/article/article-content';
import type { ColumnMap, ColumnMeaning } from './column-map';
import { guessColumns } from './guess-columns';

/** Maximum number of columns of a table made of articles; other data is written to the column `griot`. */
const MAX_USUAL_COLUMNS = 100;

/** Maximum number of examples of an article with columns of their own. */
const MAX_EXAMPLES = 5;

interface Item {
  readonly lang?: string | null;
  readonly type?: string | null;
}

interface Column {
  readonly meaning: ColumnMeaning;
  /** Whether cells need a separator: they hold several items, or an item that contains the separator. */
  isSplit: boolean;
}

/** Separator of several items in a cell. */
const SEPARATOR = '|';

/** Lists of which a cell may hold several items. */
const SPLIT: ReadonlySet<string> = new Set([
  ...['translations', 'variants', 'forms', 'relations', 'domains', 'categories'],
]);

/**
 * Finds the columns that the articles fill, for a dictionary that was not imported from a table. An import understands each column by its
 * name.
 */
export class UsualColumns {
  private readonly columns = new Map<string, Column>();
  private filled = new Set<string>();

  constructor() {
    this.column('id', { to: 'id' });
    this.column('headword', { to: 'headword' });
  }

  add(content: ArticleContent): void {
    const { entry } = content;
    this.filled = new Set();
    if (entry.citation) this.column('citation form', { to: 'citation' });
    if (typeof entry.homograph === 'number') this.column('homograph', { to: 'homograph' });
    if (content.type) this.column('type', { to: 'type' });
    if (content.radical) this.column('radical', { to: 'radical' });
    for (const category of content.categories)
      this.column('category', { to: 'categories' }, category.content);
    for (const { value } of content.classes) this.column('class', { to: 'classes' }, value);
    for (const { headword } of entry.variants) this.column('variants', { to: 'variants' }, headword);
    for (const { type, form } of content.forms) if (type) this.column(type, { to: 'forms', type }, form);
    for (const { lang, reversal, content: text } of content.translations)
      if (lang && !reversal) this.column(lang, { to: 'translations', lang }, text);
    for (const { type, target } of content.relations ?? [])
      if (type) this.column(type, { to: 'relations', type }, target);
    for (const domain of content.domains ?? []) this.column('domain', { to: 'domains' }, domain.content);
    this.texts('definition', 'definitions', content.definitions);
    this.examples(content.examples);
    if ((content.pronunciations ?? []).length > 0) this.column('ipa', { to: 'pronunciations' });
    if ((content.etymologies ?? []).length > 0) this.column('etymology', { to: 'etymologies' });
    this.texts('note', 'notes', content.notes);
    this.texts('usage', 'usages', content.usages);
  }

  map(): ColumnMap {
    const named = [...this.columns].map(([name, { meaning, isSplit }]) =>
      isSplit
        ? ([`${name} (${SEPARATOR})`, { ...meaning, split: SEPARATOR }] as const)
        : ([name, meaning] as const),
    );
    const guess = guessColumns({ header: named.map(([name]) => name), rows: [] }).columns;
    const isUnderstood = (name: string, meaning: ColumnMeaning) =>
      (['to', 'lang', 'type', 'n', 'sense', 'split'] as const).every(
        (field) => guess[name]?.[field] === meaning[field],
      );
    return { columns: Object.fromEntries(named.filter(([name, meaning]) => isUnderstood(name, meaning))) };
  }

  private texts(name: string, to: string, items: readonly Item[] | null | undefined): void {
    for (const { lang, type } of items ?? [])
      if (!type) this.column(lang ? `${name} ${lang}` : name, { to, ...(lang ? { lang } : {}) });
  }

  private examples(examples: ArticleContent['examples']): void {
    const sentences = [...new Set(examples.map(({ content }) => content ?? ''))].slice(0, MAX_EXAMPLES);
    for (const [index, sentence] of sentences.entries()) {
      const n = index + 1;
      this.column(`example ${n}`, { to: 'examples', n });
      for (const { content, lang, target } of examples)
        if ((content ?? '') === sentence && target && lang)
          this.column(`example ${n} translation ${lang}`, { to: 'exampleTranslations', n, lang });
    }
  }

  /** @param text the item, for a cell that may hold several */
  private column(name: string, meaning: ColumnMeaning, text?: string | null): void {
    const column = this.columns.get(name) ?? { meaning, isSplit: false };
    if (!this.columns.has(name) && this.columns.size >= MAX_USUAL_COLUMNS) return;
    this.columns.set(name, column);
    column.isSplit ||= SPLIT.has(meaning.to) && (this.filled.has(name) || /[|;]/u.test(text ?? ''));
    if (text !== undefined) this.filled.add(name);
  }
}
