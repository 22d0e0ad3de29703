import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { TierName } from '../../domain/search/tiers';
import type { MatchField } from '../../domain/search/letters';

const SearchTier = {
  EXACT: 'exact',
  LIGHT: 'light',
  VARIANT: 'variant',
  LETTERS: 'letters',
  FOLDED: 'folded',
  FOLDED_VARIANT: 'foldedVariant',
  RADICAL: 'radical',
  TRANSLATION: 'translation',
  INFLECTED: 'inflected',
  SOUND: 'sound',
  WORD: 'word',
  PREFIX: 'prefix',
  VARIANT_WORD: 'variantWord',
  VARIANT_PREFIX: 'variantPrefix',
  TRANSLATION_WORD: 'translationWord',
  FUZZY: 'fuzzy',
  PART: 'part',
  TRANSLATION_FUZZY: 'translationFuzzy',
  CONTENT: 'content',
} as const satisfies Record<string, TierName>;

registerEnumType(SearchTier, {
  name: 'SearchTier',
  description: 'How well an article matches a search. The best value comes first in a result.',
  valuesConfig: {
    EXACT: { description: 'The headword has exactly this spelling.' },
    LIGHT: {
      description: 'The headword matches except for case, apostrophes, hyphens and look-alike letters.',
    },
    VARIANT: { description: 'A variant, form or subentry has exactly this spelling.' },
    LETTERS: { description: 'The headword matches except for marks of tone, length and vowels.' },
    FOLDED: {
      description:
        'The headword matches as typed on a plain keyboard, without diacritics and special letters.',
    },
    FOLDED_VARIANT: { description: 'A variant, form or subentry matches as typed on a plain keyboard.' },
    RADICAL: { description: 'The radical (stem) matches as typed on a plain keyboard.' },
    TRANSLATION: { description: 'An equivalent in a translation matches, or its stem does.' },
    INFLECTED: {
      description:
        'The text is a form of the headword, a variant, a form or the radical by the morphology of the dictionary or its language. `rule` says which.',
    },
    SOUND: {
      description:
        'The headword, a variant or a form sounds the same in a common spelling: `keur` for "kër", `ou` for `u`.',
    },
    WORD: { description: 'One or more words of a multi-word headword match.' },
    PREFIX: { description: 'The headword begins with the text.' },
    VARIANT_WORD: { description: 'One or more words of a multi-word variant, form or subentry match.' },
    VARIANT_PREFIX: { description: 'A variant, form or subentry begins with the text.' },
    TRANSLATION_WORD: { description: 'One or more words of a translation match.' },
    FUZZY: {
      description:
        'The text differs by one letter that is missing, added, replaced or swapped with the next, or, if nothing better is found, by two in a word of eight or more letters, or by two of similar sound in one of six or seven.',
    },
    PART: {
      description:
        'The headword, a variant, a form or the radical is the beginning or end of the text, or some of its words. `rule` says which.',
    },
    TRANSLATION_FUZZY: {
      description:
        'The text differs from words of a translation by one letter in a word, by two in a long word, or by a space after a stop word.',
    },
    CONTENT: {
      description:
        'An example, a definition, a note, a usage label, an etymology or the indicator of a sense has the words. If the text has three words or more, this tier precedes `PART`.',
    },
  },
});

const FieldName = {
  HEADWORD: 'headword',
  VARIANT: 'variant',
  FORM: 'form',
  RADICAL: 'radical',
  SUBENTRY: 'subentry',
  TRANSLATION: 'translation',
  EXAMPLE: 'example',
  INDICATOR: 'indicator',
  DEFINITION: 'definition',
  NOTE: 'note',
  USAGE: 'usage',
  ETYMOLOGY: 'etymology',
} as const satisfies Record<string, MatchField>;

registerEnumType(FieldName, {
  name: 'MatchField',
  description: 'The part of an article in which a search text matched.',
  valuesConfig: {
    HEADWORD: { description: 'The headword.' },
    VARIANT: { description: 'A variant of the headword.' },
    FORM: { description: 'An inflected form.' },
    RADICAL: { description: 'The radical (stem) of the headword.' },
    SUBENTRY: { description: 'A word or phrase with an entry inside the article, such as an idiom.' },
    TRANSLATION: { description: 'A translation.' },
    EXAMPLE: { description: 'A usage example or its translation.' },
    INDICATOR: { description: 'The text that distinguishes a sense from the others.' },
    DEFINITION: { description: 'A definition.' },
    NOTE: { description: 'A note.' },
    USAGE: { description: 'A usage label.' },
    ETYMOLOGY: { description: 'An etymology.' },
  },
});

@ObjectType({ description: 'A piece of a text in which some words match.', simpleResolvers: true })
class SnippetPiece {
  @Field(() => String, { description: 'The piece as written in the article.' })
  text!: string;

  @Field(() => Boolean, { description: 'Whether the piece is a matching word.' })
  isMatch!: boolean;
}

/** The GraphQL form of a `SearchMatch`. */
@ObjectType('SearchMatch', { description: 'Why an article matches a search.', simpleResolvers: true })
export class SearchMatchView {
  @Field(() => FieldName, { description: 'The part of the article that contains the matching text.' })
  field!: MatchField;

  @Field(() => SearchTier, { description: 'How well the text matches.' })
  tier!: TierName;

  @Field(() => String, { description: 'The matching text as written in the article.' })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Language tag of the text. Null if the text is in the language of the dictionary.',
  })
  lang!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'How the search text is related to the matching text: `gida-` if it begins with it, `-penda` if it ends with it, `plural of class 7/8: ki- → vi-` or the affixes of a form. Null for most tiers.',
  })
  rule!: string | null;

  @Field(() => [SnippetPiece], {
    nullable: true,
    description:
      'The matching text, or the part of a long one around the matching words, in pieces. Null for all tiers except `CONTENT`.',
  })
  snippet!: readonly SnippetPiece[] | null;
}
