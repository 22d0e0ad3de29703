import { isJsonList, type Json } from '../../shared/json';
import type { ArticleContent } from './article-content';

/** Dictionaries' labels for the plural of a noun, in lower case, without a full stop. */
const PLURALS: ReadonlySet<string> = new Set(['plural', 'pl', 'plur', 'pluriel', 'plural form']);

/** Their labels for the singular. */
const SINGULARS: ReadonlySet<string> = new Set(['singular', 'sg', 'sing', 'singulier', 'singular form']);

/** The forms of a noun that tell its class. */
export interface NounForms {
  /** The form with this name, otherwise the headword. */
  readonly singular: string | null;
  readonly plurals: readonly string[];
  /** Singular and plural class together, such as "7/8", or the class as it is written. */
  readonly pair: string | null;
  /** Plurals that the rules of the noun classes make of the singular, without those of the article. */
  readonly regularPlurals: readonly string[];
}

type NounContent = Pick<ArticleContent, 'entry' | 'forms' | 'classes'>;

/** `undefined` for an article without a class and without a plural, which is no noun that has classes. */
export function nounFormsOf({
  entry,
  forms,
  classes,
}: NounContent): Omit<NounForms, 'regularPlurals'> | undefined {
  const called = (names: ReadonlySet<string>) =>
    forms.flatMap(({ form, type = '' }) => (names.has(formTypeKey(type)) ? [form] : []));
  const plurals = called(PLURALS);
  const [pair = null] = classes.flatMap(
    (grammaticalClass) => grammaticalClass.pair ?? grammaticalClass.value ?? [],
  );
  if (pair === null && plurals.length === 0) return undefined;
  return { singular: called(SINGULARS)[0] ?? entry.headword ?? null, plurals, pair };
}

function formTypeKey(type: string): string {
  return type.trim().toLowerCase().replace(/\.$/u, '');
}

/** A word of which a headword is a form. */
export interface BaseWord {
  readonly word: string;
  readonly isPlural: boolean;
}

/** Kinds of relations and names of members that say of which word a headword is a form: `plural_of`, `pluriel de`. */
const FORM_OF =
  /^(?:.*[ _-])?(plural|pluriel|singular|singulier|feminine|f[eé]minin|masculine|masculin|form|forme|inflection|diminutive|diminutif|past|participle|passive)[ _-](?:of|de)$/iu;

/** Maximum number of such words of one article. */
const MOST_BASE_WORDS = 10;

/** The words of which a headword is a form, if its article says so in a relation or an unmapped member. */
export function baseWordsOf({
  relations = [],
  extra = {},
}: Partial<Pick<ArticleContent, 'relations' | 'extra'>>): readonly BaseWord[] {
  const said: (readonly [name: string, value: Json | undefined])[] = [
    ...relations.map(({ type = '', target }) => [type, target] as const),
    ...Object.entries(extra),
  ];
  const words = said.flatMap(([name, value]) => {
    const kind = FORM_OF.exec(formTypeKey(name))?.[1];
    if (kind === undefined) return [];
    const isPlural = PLURALS.has(kind.toLowerCase());
    return (isJsonList(value) ? value : [value]).flatMap((word) =>
      typeof word === 'string' && word.trim() !== '' ? [{ word: word.trim(), isPlural }] : [],
    );
  });
  return words.slice(0, MOST_BASE_WORDS);
}
