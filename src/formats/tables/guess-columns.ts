import type { ColumnMap, ColumnMeaning } from './column-map';
import { languageIn } from './language-names';

/** The words for a translation, in the same languages as all headers. */
const TRANSLATION =
  'translation|translations|gloss|glosses|meaning|meanings|equivalent|traduction|sens|glose|signification|traduccion|significado|traducao|tafsiri|maana|text|ترجمة|معنى';

/** Words of headers in English, French, Portuguese, Spanish, Swahili and Arabic, folded; the first that fits counts. */
const HEADERS: readonly (readonly [meaning: ColumnMeaning, words: string])[] = [
  [
    { to: 'exampleTranslations' },
    'example translation|translated example|traduction exemple|exemple traduit|traduccion ejemplo|traducao exemplo|tafsiri mfano',
  ],
  [{ to: 'examples' }, 'example|ex|exemple|ejemplo|ej|exemplo|mfano|sentence|phrase|مثال'],
  [{ to: 'id' }, 'id|identifier|guid|uuid|identifiant|identificador|number|numero|no|n|nr|kitambulisho|رقم'],
  [
    { to: 'headword' },
    'headword|lemma|lexeme|entry|word|mot|vedette|entree|lemme|palavra|verbete|entrada|palabra|lema|neno|kidahizo|lx|كلمة|مدخل',
  ],
  [{ to: 'citation' }, 'citation form|citation|forme de citation'],
  [
    { to: 'categories' },
    'pos|part of speech|udpos|category|categorie|cat|word class|wordclass|nature|categoria|clase de palabra|classe gramatical|aina|ps|قسم الكلام',
  ],
  [{ to: 'classes' }, 'noun class|class|classe nominale|classe|clase|ngeli|cl'],
  [{ to: 'forms', type: 'plural' }, 'plural|pluriel|wingi|pl|جمع'],
  [{ to: 'forms', type: 'singular' }, 'singular|singulier|umoja|sg'],
  [{ to: 'tone' }, 'tone|tones|ton|tons|tom|tono|toni'],
  [
    { to: 'pronunciations' },
    'ipa|api|afi|pronunciation|prononciation|phonetic|phonetics|phonetique|transcription|pronuncia|pronunciacion|matamshi|نطق',
  ],
  [{ to: 'definitions' }, 'definition|def|definicion|definicao|ufafanuzi|تعريف'],
  [{ to: 'variants' }, 'variant|variants|variante|variantes|variacao|dialect form|lahaja'],
  [
    { to: 'relations', type: 'synonym' },
    'synonym|synonyms|synonyme|synonymes|sinonimo|sinonimos|kisawe|مرادف',
  ],
  [{ to: 'relations', type: 'antonym' }, 'antonym|antonyms|antonyme|antonymes|antonimo|antonimos|kinyume|ضد'],
  [{ to: 'relations', type: 'see' }, 'see also|cross reference|see|voir|renvoi|ver|cf'],
  [
    { to: 'domains' },
    'semantic domain|domain|domains|domaine|sd|topic|theme|subject|dominio|campo semantico|mada',
  ],
  [{ to: 'etymologies' }, 'etymology|etymologie|etimologia|origin|origine|origen|origem|asili'],
  [{ to: 'usages' }, 'usage|register|registre|uso|registro|matumizi'],
  [{ to: 'pictures' }, 'picture|image|photo|imagen|imagem|picha|صورة'],
  [{ to: 'recordings' }, 'audio|sound|recording|son|sonido|som|sauti|صوت'],
  [
    { to: 'notes' },
    'note|notes|remark|remarks|remarque|comment|comments|commentaire|nota|notas|observacion|maoni|ملاحظة',
  ],
  [{ to: 'homograph' }, 'homograph|homograph number|homonym|homographe'],
  [{ to: 'radical' }, 'radical|root|stem|racine|raiz|mzizi'],
  [{ to: 'type' }, 'type'],
  [{ to: 'translations' }, TRANSLATION],
];

/** Columns of which a table has one; a second one is kept for export alone. */
const ONCE: ReadonlySet<string> = new Set([
  'id',
  'headword',
  'citation',
  'homograph',
  'type',
  'radical',
  'tone',
  'categories',
  'classes',
]);

/** Languages that dictionaries of African languages translate into. */
const TARGETS: ReadonlySet<string> = new Set(['en', 'fr', 'pt', 'es', 'ar', 'de', 'it', 'nl']);

/** Share of cells with a separator from which on it separates items. */
const SPLIT_SHARE = 0.03;

export interface Sample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What the columns of a table mean, as far as their names and the first rows tell. */
export function guessColumns({ header, rows }: Sample): ColumnMap {
  const columns = new Map<string, ColumnMeaning>();
  const used = new Set<string>();
  for (const name of header) {
    const meaning = meaningOf(name);
    if (!meaning || (ONCE.has(meaning.to) && used.has(meaning.to))) continue;
    used.add(meaning.to);
    columns.set(name, meaning);
  }
  if (!used.has('headword')) {
    const name = headwordByContent({ header, rows }, columns);
    if (name !== undefined) columns.set(name, { to: 'headword' });
  }
  const target = [...columns.values()].find(
    ({ to, lang }) => to === 'translations' && lang !== undefined,
  )?.lang;
  for (const [name, meaning] of columns)
    if (meaning.to === 'exampleTranslations' && meaning.lang === undefined && target !== undefined)
      columns.set(name, { ...meaning, lang: target });
  return {
    columns: Object.fromEntries(
      header.flatMap((name, index) => {
        const meaning = columns.get(name);
        return meaning
          ? [
              [
                name,
                withSplit(
                  meaning,
                  rows.map((row) => row[index] ?? ''),
                ),
              ],
            ]
          : [];
      }),
    ),
  };
}

function meaningOf(name: string): ColumnMeaning | undefined {
  const words = wordsOf(name);
  const lang = languageIn(words.filter((word) => !/^\d+$/u.test(word)));
  const rest = words.filter((word) => !/^\d+$/u.test(word) && word !== lang?.word);
  const n = words.find((word) => /^\d+$/u.test(word));
  const text = ` ${rest.join(' ')} `;
  const fits = (all: string) =>
    all.split('|').some((word) => text.includes(` ${word} `) || text.includes(` ${word}s `));
  const [found] = HEADERS.find(([, all]) => fits(all)) ?? [];
  const meaning = found ?? (lang && { to: 'translations' });
  if (!meaning) return undefined;
  // An example in a language of translation is the translation of the example, as is what has both names.
  const isTarget =
    meaning.to === 'examples' && (fits(TRANSLATION) || (lang !== undefined && TARGETS.has(lang.tag)));
  const { to } = isTarget ? { to: 'exampleTranslations' } : meaning;
  const isExample = to === 'examples' || to === 'exampleTranslations';
  const split = /\(([|;])\)\s*$/u.exec(name)?.[1];
  const isInLanguage = ['translations', 'definitions', 'notes', 'exampleTranslations'].includes(to);
  return {
    ...meaning,
    to,
    ...(lang && isInLanguage ? { lang: lang.tag } : {}),
    ...(isExample ? { n: Number(n ?? 1) } : {}),
    // A heading may end with the separator, as in `fr (|)`.
    ...(split === undefined ? {} : { split }),
  };
}

/** `EnglishTranslation`, `translation_en` and `Traduction (EN)` are words; without marks and in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Lowercase_Letter})(\p{Uppercase_Letter})/gu, '$1 $2')
    .replace(/(\p{Letter})(\d)/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .filter((word) => word !== '');
}

/** The column with the most different cells, in a language that is not one of translation. */
function headwordByContent(
  { header, rows }: Sample,
  columns: ReadonlyMap<string, ColumnMeaning>,
): string | undefined {
  const candidates = header.flatMap((name, index) => {
    const meaning = columns.get(name);
    if (meaning !== undefined && meaning.to !== 'translations') return [];
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => /\p{Letter}/u.test(cell));
    if (cells.length < rows.length / 2) return [];
    const isTarget = TARGETS.has(meaning?.lang ?? '');
    return [{ name, score: new Set(cells).size / Math.max(1, rows.length) - (isTarget ? 1 : 0) }];
  });
  return candidates.sort((a, b) => b.score - a.score)[0]?.name;
}

function withSplit(meaning: ColumnMeaning, cells: readonly string[]): ColumnMeaning {
  if (!['translations', 'variants', 'forms', 'relations', 'domains', 'categories'].includes(meaning.to))
    return meaning;
  if (meaning.split !== undefined) return meaning;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const split = ['|', ';'].find(
    (one) => filled.filter((cell) => cell.includes(one)).length > Math.max(1, filled.length * SPLIT_SHARE),
  );
  return split === undefined ? meaning : { ...meaning, split };
}
