import { Args, ArgsType, Field, ID, InputType, Arg, Int, Mutation, Resolver } from 'type-graphql';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { dictionaryNamed } from '../node/named-objects';
import { dictionaryId, dictionaryName } from './dictionary.resolver';
import { EXCEPT_REVISIONS } from '../articles/article-input';
import { DictionaryWrites } from '../../services/dictionaries/dictionary-writes.service';
import { textField } from '../../domain/values/described-fields';

@InputType({ description: 'Spellings of a letter on a plain keyboard.' })
export class LetterSpellingInput {
  @Field(() => String, { description: 'The letter.' })
  letter!: string;

  @Field(() => [String], {
    description: 'Up to four spellings in letters a to z, the most common first.',
  })
  spellings!: string[];
}

@InputType({ description: 'A rule for the plurals of a pair of noun classes.' })
export class NounClassRuleInput {
  @Field(() => String, { description: 'Pair of singular and plural class, such as "7/8".' })
  pair!: string;

  @Field(() => String, { description: 'Affixes of the singular: `ki-`, `-o`, `ta-t`, or `-` for none.' })
  singular!: string;

  @Field(() => String, { description: 'Affixes of the plural.' })
  plural!: string;
}

@InputType({ description: 'Affixes of an inflected form and those of its headword.' })
export class AffixRuleInput {
  @Field(() => String, { description: 'Affixes of the form: `ni-`, `-e`.' })
  form!: string;

  @Field(() => String, { description: 'Affixes of the headword in their place, or `-` for none.' })
  base!: string;
}

@InputType({ description: 'How the words of a dictionary are inflected.' })
export class MorphologyInput {
  @Field(() => [NounClassRuleInput], { nullable: true, description: 'Rules for plurals, at most 64.' })
  nounClasses?: NounClassRuleInput[] | null;

  @Field(() => [[String]], {
    nullable: true,
    description: 'Up to 8 groups of up to 64 prefixes, in the order in which the groups precede a stem.',
  })
  prefixes?: string[][] | null;

  @Field(() => [AffixRuleInput], {
    nullable: true,
    description: 'Other affixes, such as suffixes and clitics, at most 128.',
  })
  affixes?: AffixRuleInput[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Prefixes with which the headwords of verbs may begin, at most 8.',
  })
  citationPrefixes?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Words without a meaning of their own, such as articles, at most 200.',
  })
  particles?: string[] | null;
}

@InputType({
  description: 'Search rules of a dictionary. Omitted fields use the rules of its language.',
})
export class SearchProfileInput {
  @Field(() => String, {
    nullable: true,
    description: 'Letters that are distinct from their base letter (ɓ is not b).',
  })
  distinct?: string | null;

  @Field(() => [LetterSpellingInput], { nullable: true, description: 'Spellings of single letters.' })
  letters?: LetterSpellingInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Marks written before or after affixes, which search ignores.',
  })
  affixMarks?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Letters of the alphabet in order. A digraph such as `gb` may be a letter.',
  })
  alphabet?: string[] | null;

  @Field(() => MorphologyInput, {
    nullable: true,
    description: 'Inflection of words: noun classes, prefixes, suffixes.',
  })
  morphology?: MorphologyInput | null;
}

@InputType('UpdateDictionaryInput', {
  description:
    'Changes to the metadata of a dictionary. Omitted fields keep their value; null clears a field.',
})
export class DictionaryEditInput {
  @textField('Abbreviated name.')
  abbreviatedName?: string | null;

  @textField('Comment on the dictionary.')
  comment?: string | null;

  @textField('Description of the dictionary.')
  description?: string | null;

  @textField('Full name.')
  longName?: string | null;

  @textField('Place and date of publication.')
  publication?: string | null;

  @textField('Version of the review.')
  reviewVersion?: string | null;

  @textField('Year of the review.')
  reviewYear?: string | null;

  @textField('Short name.')
  shortName?: string | null;

  @textField('Source of the dictionary.')
  source?: string | null;

  @textField('Authors of the source-language part.')
  sourceAuthors?: string | null;

  @textField('Authors of the target-language part.')
  targetAuthors?: string | null;

  @textField(
    'Language of the headwords, a tag of BCP 47 such as `yo`. A new dictionary whose abbreviated name has the form `wol-fra` takes it from there by default.',
  )
  language?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Scripts of the headwords, codes of ISO 15924 such as `Latn`; at most 10.',
  })
  scripts?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Languages of the translations, tags of BCP 47; at most 50.',
  })
  targetLanguages?: string[] | null;

  @textField(
    'License of the dictionary: an SPDX identifier such as `CC-BY-4.0`, or a text of at most 500 characters.',
  )
  license?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether readers who are no contributors, even without an account, may propose articles and changes. Defaults to false.',
  })
  acceptsSuggestions?: boolean | null;

  @textField('URL of a picture of the dictionary, with http or https.')
  logo?: string | null;

  @Field(() => SearchProfileInput, {
    nullable: true,
    description:
      'Search rules of the dictionary. After a change of them or of the language, the server rebuilds the search keys of its articles, which takes seconds to minutes.',
  })
  searchProfile?: SearchProfileInput | null;
}

@InputType('CreateDictionaryInput', { description: 'The metadata of a new dictionary.' })
export class NewDictionaryInput extends DictionaryEditInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'Public identifier of the dictionary. By default the server derives it from the abbreviated name and the year of the review.',
  })
  publicId?: string | null;
}

/** A condition on the current revision of the metadata. */
@ArgsType()
class MetadataRevisionArgs {
  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions that the caller has seen. If the current revision of the metadata is not among them, the server writes nothing and answers `REVISION_MISMATCH`. By default, any revision is accepted.',
  })
  revisions?: number[] | null;

  @Field(() => [Int], { nullable: true, description: EXCEPT_REVISIONS })
  exceptRevisions?: number[] | null;
}

@Resolver()
export class DictionaryWriteResolver {
  constructor(private readonly writes: DictionaryWrites) {}

  @Mutation(() => Dictionary, { description: 'Creates a dictionary from its metadata.' })
  createDictionary(
    @Arg('input', () => NewDictionaryInput, { description: 'Metadata of the dictionary.' })
    input: NewDictionaryInput,
  ) {
    return this.writes.create(input);
  }

  @Mutation(() => Dictionary, { description: 'Updates the metadata of a dictionary.' })
  updateDictionary(
    @dictionaryId() id: string | null,
    @dictionaryName() dictionary: string | null,
    @Arg('input', () => DictionaryEditInput, { description: 'The changes to make.' })
    input: DictionaryEditInput,
    @Args(() => MetadataRevisionArgs) { revisions, exceptRevisions }: MetadataRevisionArgs,
  ) {
    return this.writes.update(dictionaryNamed({ dictionaryId: id, dictionary }, 'id'), input, {
      revisions: revisions ?? undefined,
      exceptRevisions: exceptRevisions ?? undefined,
    });
  }

  @Mutation(() => Dictionary, {
    description:
      'Deletes a dictionary with all its articles, comments, votes and revisions. Returns the deleted dictionary.',
  })
  deleteDictionary(
    @dictionaryId() id: string | null,
    @dictionaryName() dictionary: string | null,
    @Arg('confirm', () => ID, {
      description: 'The identifier of the dictionary once more, as a confirmation.',
    })
    confirm: string,
  ) {
    return this.writes.remove(dictionaryNamed({ dictionaryId: id, dictionary }, 'id'), confirm);
  }
}
