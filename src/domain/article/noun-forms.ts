import type { ArticleContent } from './article-content';

/** Dictionaries' labels for the plural of a noun, in lower case, without a full stop. */
const PLURALS: ReadonlySet<string> = new Set(['plural', 'pl', 'plur', 'pluriel', 'plural form']);

/** Their labels for the singular. */
const SINGULARS: ReadonlySet<string> = new Set(['singular', 'sg', 'sing', 'singulier', 'singular form']);

/** The forms of a noun that tell its class. */
export interface NounForms {
  /** The form that is called so, else the headword. */
  readonly singular: string | null;
  readonly plurals: readonly string[];
  /** Singular and plural class together, such as "7/8", or the class as it is written. */
  readonly pair: string | null;
}

type NounContent = Pick<ArticleContent, 'entry' | 'forms' | 'classes'>;

/** `undefined` for an article without a class and without a plural, which is no noun that has classes. */
export function nounFormsOf({ entry, forms, classes }: NounContent): NounForms | undefined {
  const called = (names: ReadonlySet<string>) =>
    forms.flatMap(({ form, type = '' }) => (names.has(nameOf(type)) ? [form] : []));
  const plurals = called(PLURALS);
  const [pair = null] = classes.flatMap((one) => one.pair ?? one.value ?? []);
  if (pair === null && plurals.length === 0) return undefined;
  return { singular: called(SINGULARS)[0] ?? entry.headword ?? null, plurals, pair };
}

function nameOf(type: string): string {
  return type.trim().toLowerCase().replace(/\.$/u, '');
}
