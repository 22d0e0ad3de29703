import { isJsonList, type Json } from '../../shared/json';
import type { ArticleContent } from './article-content';

/** Labels of dictionaries for the plural of a noun, in lower case, without a full stop. */
const PLURALS: ReadonlySet<string> = new Set(['plural', 'pl', 'plur', 'pluriel', 'plural form']);

/** Labels of dictionaries for the singular. */
const SINGULARS: ReadonlySet<string> = new Set(['singular', 'sg', 'sing', 'singulier', 'singular form']);

/** The forms that show the class of a noun. */
export interface NounForms {
  /** The form labelled as singular, otherwise the headword. */
  readonly singular: string | null;
  readonly plurals: readonly string[];
  /** Singular and plural class as a pair such as "7/8", or the class as it is written. */
  readonly pair: string | null;
  /** Plurals that the noun class rules form from the singular, except those that the article has. */
  readonly regularPlurals: readonly string[];
}

type NounContent = Pick<ArticleContent, 'entry' | 'forms' | 'classes'>;

/** Returns the noun forms of an article; `undefined` if it has neither a class nor a plural. */
export function nounFormsOf({
  entry,
  forms,
  classes,
}: NounContent): Omit<NounForms, 'regularPlurals'> | undefined {
  const formsOfType = (types: ReadonlySet<string>) =>
    forms.flatMap(({ form, type = '' }) => (types.has(formTypeKey(type)) ? [form] : []));
  const plurals = formsOfType(PLURALS);
  const [pair = null] = classes.flatMap(
    (grammaticalClass) => grammaticalClass.pair ?? grammaticalClass.value ?? [],
  );
  if (pair === null && plurals.length === 0) return undefined;
  return { singular: formsOfType(SINGULARS)[0] ?? entry.headword ?? null, plurals, pair };
}

function formTypeKey(type: string): string {
  return type.trim().toLowerCase().replace(/\.$/u, '');
}

/** The base word of an inflected headword. */
export interface BaseWord {
  readonly word: string;
  readonly isPlural: boolean;
}

/** Names of relations and members that link an inflected headword to its base word: `plural_of`, `pluriel de`. */
const FORM_OF =
  /^(?:.*[ _-])?(plural|pluriel|singular|singulier|feminine|f[eé]minin|masculine|masculin|form|forme|inflection|diminutive|diminutif|past|participle|passive)[ _-](?:of|de)$/iu;

/** Maximum number of base words of one article. */
const MAX_BASE_WORDS = 10;

/** Returns the words of which a headword is a form, according to a relation or an unmapped member of its article. */
export function baseWordsOf({
  relations = [],
  extra = {},
}: Partial<Pick<ArticleContent, 'relations' | 'extra'>>): readonly BaseWord[] {
  const values: (readonly [name: string, value: Json | undefined])[] = [
    ...relations.map(({ type = '', target }) => [type, target] as const),
    ...Object.entries(extra),
  ];
  const words = values.flatMap(([name, value]) => {
    const kind = FORM_OF.exec(formTypeKey(name))?.[1];
    if (kind === undefined) return [];
    const isPlural = PLURALS.has(kind.toLowerCase());
    return (isJsonList(value) ? value : [value]).flatMap((word) =>
      typeof word === 'string' && word.trim() !== '' ? [{ word: word.trim(), isPlural }] : [],
    );
  });
  return words.slice(0, MAX_BASE_WORDS);
}
