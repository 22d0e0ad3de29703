import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import type { ArticleContent } from '../../article/article-content';
import { subentriesOf } from '../../article/subentries';
import type { ContentField, Spelling } from '../letters';
import type { Folding } from '../folding';
import { keysOfWord, MAX_SEARCHED_TEXT_LENGTH, positionedWords } from './content-words';
import { hasStems } from '../glosses/languages';

/** The members of an article that contain running text. */
export type SearchableTexts = Partial<
  Pick<
    ArticleContent,
    | 'senses'
    | 'relations'
    | 'examples'
    | 'definitions'
    | 'notes'
    | 'usages'
    | 'etymologies'
    | 'extra'
    | 'translations'
  >
>;

/** Maximum number of texts of an article that are searched. */
const MAX_TEXTS = 500;

interface Text {
  readonly content?: string | undefined;
  readonly lang?: string | undefined;
}

/**
 * Returns the running texts of an article, each once, in the order in which pages show them, at most 500. An example has one text in the
 * language of the dictionary, without a tag, and one in the language of its translation. Texts about a word are read in the language of
 * its translations if they state no language, since notes seldom do.
 *
 * @param language if given, translations of examples into other languages are omitted
 */
export function contentTextsOf(content: SearchableTexts, language?: string): readonly Spelling[] {
  const { examples = [], definitions = [], notes = [], usages = [], etymologies = [], extra = {} } = content;
  const [readIn, ...others] = new Set(content.translations?.map(({ lang }) => lang));
  const all = [
    ...indicatorsOf(content),
    ...definitions.flatMap((definition) => contentSpellings('definition', definition)),
    ...examples.flatMap(({ content, target, lang }) => [
      ...contentSpellings('example', { content }),
      ...(language === undefined || lang === language
        ? contentSpellings('example', { content: target, lang })
        : []),
    ]),
    ...usages.flatMap((usage) => contentSpellings('usage', usage)),
    ...notes.flatMap((note) => contentSpellings('note', note)),
    ...etymologies.flatMap(({ content }) => contentSpellings('etymology', { content })),
    ...Object.entries(extra).flatMap(([name, value]) => textsOfMember(name, value)),
  ];
  // An example with translations into several languages is an example for each of them.
  const byText = new Map(
    all.map((spelling) => [
      `${spelling.field} ${spelling.lang ?? ''} ${spelling.text}`,
      others.length > 0 || spelling.field === 'example' ? spelling : { ...spelling, readIn },
    ]),
  );
  return [...byText.values()].slice(0, MAX_TEXTS);
}

/** Returns the texts that distinguish senses. That of a subentry is its word, by which the article is found anyway. */
function indicatorsOf({ senses = [], relations = [] }: SearchableTexts): readonly Spelling[] {
  const subentries = new Set(subentriesOf({ relations }));
  return senses.flatMap(({ indicator }) =>
    indicator !== undefined && subentries.has(indicator)
      ? []
      : contentSpellings('indicator', { content: indicator }),
  );
}

function contentSpellings(field: ContentField, { content, lang }: Text): Spelling[] {
  return content === undefined || content === '' ? [] : [{ field, text: content, lang }];
}

/** Patterns for the names of unmapped members that contain running text. Other members contain numbers, marks and references. */
const MEMBER_PATTERNS: readonly (readonly [field: ContentField, names: RegExp])[] = [
  ['definition', /def$|d[eé]finition|defini[cç]|meaning|explanation|explication|paraphrase|signifi/iu],
  ['example', /example|exemple|ejemplo|expression|idiom|proverb|phrase|citation|quot|sentence/iu],
  ['usage', /usage|register/iu],
  ['etymology', /[eé]tymolog|etimolog|origin/iu],
  ['note', /note|nota|remark|remarque|comment|observa|descripti|encyclop|literal|cultural/iu],
];

/** Maximum nesting depth of texts within such a member: `{"definition": {"wol": ["…"]}}` has 2. */
const DEEPEST_TEXT = 4;

/** Minimum number of words of a text. A single word is a label. */
const MIN_WORDS = 2;

function textsOfMember(name: string, value: Json): readonly Spelling[] {
  const field = MEMBER_PATTERNS.find(([, names]) => names.test(name))?.[0];
  if (field === undefined) return [];
  return nestedTexts(value, undefined, DEEPEST_TEXT).flatMap((text) =>
    positionedWords(text.content).length < MIN_WORDS ? [] : contentSpellings(field, text),
  );
}

/** Returns the texts in a value. If a member name is the tag of a translation language, the language applies to the texts in the member. */
function nestedTexts(
  value: Json,
  lang: string | undefined,
  deepest: number,
): readonly { readonly content: string; readonly lang: string | undefined }[] {
  if (typeof value === 'string') return [{ content: value, lang }];
  if (deepest === 0) return [];
  if (isJsonList(value))
    return value.slice(0, MAX_TEXTS).flatMap((item) => nestedTexts(item, lang, deepest - 1));
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_TEXTS)
    .flatMap(([name, value]) => nestedTexts(value, hasStems(name) ? name : lang, deepest - 1));
}

/** Maximum number of keys of one article, as many as several pages have words. */
const MAX_CONTENT_KEYS = 200;

/** Maximum amount of running text of an article that is read for keys, in UTF-16 units. */
const MAX_TEXT_LENGTH = 20_000;

const BETWEEN_SENTENCES = /[.?!)]\s|\(/;

/**
 * Makes the `content` search keys of an article: the words of its running text, each once, at most 200. They have no code for their kind.
 * Stop words of a sentence are keys only if it has no other words, as in `How are you?`
 */
export function contentKeysOf(content: SearchableTexts, folding: Folding): readonly string[] {
  const keys = new Set<string>();
  let left = MAX_TEXT_LENGTH;
  for (const { text, readIn, lang = readIn } of contentTextsOf(content)) {
    for (const sentence of text.slice(0, Math.min(left, MAX_SEARCHED_TEXT_LENGTH)).split(BETWEEN_SENTENCES)) {
      const keysIn = (lang?: string) =>
        positionedWords(sentence).flatMap((word) => keysOfWord(word.text, lang, folding));
      const telling = keysIn(lang);
      for (const key of telling.length > 0 ? telling : keysIn()) {
        if (keys.size >= MAX_CONTENT_KEYS) return [...keys];
        keys.add(key);
      }
    }
    left -= text.length;
    if (left <= 0) break;
  }
  return [...keys];
}
