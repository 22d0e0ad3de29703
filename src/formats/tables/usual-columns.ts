import type { ArticleContent } from '../../domain/article/article-content';
import type { ColumnMap, ColumnMeaning } from './column-map';

/** Most columns of a table that is made of articles; what has none stands in the column `griot`. */
const MOST_COLUMNS = 100;

/** Most examples of an article that have columns of their own. */
const MOST_EXAMPLES = 5;

interface Item {
  readonly lang?: string | null;
  readonly type?: string | null;
}

/** Finds the columns that articles fill, for a table that no file gave. */
export class UsualColumns {
  private readonly columns = new Map<string, ColumnMeaning>([
    ['id', { to: 'id' }],
    ['headword', { to: 'headword' }],
  ]);

  add(content: ArticleContent): void {
    const { entry } = content;
    if (entry.citation) this.column('citation form', { to: 'citation' });
    if (typeof entry.homograph === 'number') this.column('homograph', { to: 'homograph' });
    if (content.type) this.column('type', { to: 'type' });
    if (content.radical) this.column('radical', { to: 'radical' });
    this.list('category', { to: 'categories', split: ';' }, content.categories);
    this.list('class', { to: 'classes' }, content.classes);
    this.list('variants', { to: 'variants', split: ';' }, entry.variants);
    for (const { type } of content.forms)
      this.column(type ?? 'form', { to: 'forms', split: ';', ...(type ? { type } : {}) });
    for (const { lang, reversal } of content.translations)
      if (!reversal)
        this.column(lang ?? 'translation', { to: 'translations', split: '|', ...inLanguage(lang) });
    this.texts('definition', 'definitions', content.definitions);
    this.examples(content.examples);
    this.list('ipa', { to: 'pronunciations' }, content.pronunciations);
    for (const { type } of content.relations ?? [])
      this.column(type ?? 'related', { to: 'relations', split: ';', ...(type ? { type } : {}) });
    this.list('domain', { to: 'domains', split: ';' }, content.domains);
    this.list('etymology', { to: 'etymologies' }, content.etymologies);
    this.texts('note', 'notes', content.notes);
    this.texts('usage', 'usages', content.usages);
  }

  map(): ColumnMap {
    return { columns: Object.fromEntries(this.columns) };
  }

  private list(name: string, meaning: ColumnMeaning, items: readonly unknown[] | null | undefined): void {
    if ((items ?? []).length > 0) this.column(name, meaning);
  }

  private texts(name: string, to: string, items: readonly Item[] | null | undefined): void {
    for (const { lang, type } of items ?? [])
      this.column([type, name, lang].filter(Boolean).join(' '), {
        to,
        ...inLanguage(lang),
        ...(type ? { type } : {}),
      });
  }

  private examples(examples: ArticleContent['examples']): void {
    const sentences = [...new Set(examples.map(({ content }) => content ?? ''))].slice(0, MOST_EXAMPLES);
    for (const [index, sentence] of sentences.entries()) {
      const n = index + 1;
      this.column(`example ${n}`, { to: 'examples', n });
      for (const { content, lang, target } of examples)
        if ((content ?? '') === sentence && target)
          this.column(`example ${n} ${lang ?? 'translation'}`, {
            to: 'exampleTranslations',
            n,
            ...inLanguage(lang),
          });
    }
  }

  private column(name: string, meaning: ColumnMeaning): void {
    const taken = this.columns.get(name);
    if (taken || this.columns.size >= MOST_COLUMNS) return;
    this.columns.set(name, meaning);
  }
}

function inLanguage(lang: string | null | undefined): { readonly lang?: string } {
  return lang ? { lang } : {};
}
