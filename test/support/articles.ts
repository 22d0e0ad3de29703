/** A line of `articles.jsonl`, as a lexicographer's export writes it. */
export interface ArticleLine {
  readonly id_dico: string;
  readonly id_article: number;
  readonly public_id: string;
  readonly radical?: string;
  readonly article: Readonly<Record<string, unknown>>;
}

/** A noun with every part; `word` is its headword. */
export function nounLine(dictionaryId: string, number: number, word: string): ArticleLine {
  return {
    id_dico: dictionaryId,
    id_article: number,
    public_id: `${dictionaryId}-${String(number)}`,
    article: {
      type: 'noun',
      entry: { headword: word, variants: [{ forme: 'simple', radical: `${word}o`, type: 'north' }] },
      category: 'n',
      class: '9/10',
      forms: [{ form: `ma${word}`, type: 'plural' }],
      examples: [{ content: `${word} ni kubwa.`, target: 'It is big.', lang: 'en' }],
      translations: [
        { lang: 'en', number: 1, content: `thing ${String(number)}` },
        { lang: 'fr', number: 1, content: `chose ${String(number)}` },
      ],
    },
  };
}

/** An article with only a headword. */
export function bareLine(dictionaryId: string, number: number, word: string): ArticleLine {
  return {
    id_dico: dictionaryId,
    id_article: number,
    public_id: `${dictionaryId}-${String(number)}`,
    article: { entry: { headword: word } },
  };
}
