import { Field, ID, InputType, Arg, Int, Mutation, Resolver } from 'type-graphql';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { DictionaryWrites } from '../../services/dictionaries/dictionary-writes.service';

@InputType({ description: 'How a plain keyboard writes a letter.' })
export class LetterSpellingInput {
  @Field(() => String, { description: 'The letter.' })
  letter!: string;

  @Field(() => [String], {
    description: 'Its spellings in letters a to z, the usual one first; at most four.',
  })
  spellings!: string[];
}

@InputType({
  description: 'How the headwords of a dictionary are found; what is left out is as in its language.',
})
export class SearchProfileInput {
  @Field(() => String, { nullable: true, description: 'Letters that are others than their plain ones.' })
  distinct?: string | null;

  @Field(() => [LetterSpellingInput], { nullable: true, description: 'Spellings of single letters.' })
  letters?: LetterSpellingInput[] | null;

  @Field(() => String, { nullable: true, description: 'Marks that stand before or behind affixes.' })
  affixMarks?: string | null;
}

const text = (description: string) => Field(() => String, { nullable: true, description });

@InputType({
  description: 'What changes in the metadata of a dictionary; what is left out stays, null empties.',
})
export class DictionaryEditInput {
  @text('Abbreviated name.')
  abbreviatedName?: string | null;

  @text('Remark on the dictionary.')
  comment?: string | null;

  @text('What the dictionary holds.')
  description?: string | null;

  @text('Full name.')
  longName?: string | null;

  @text('Where and when it was published.')
  publication?: string | null;

  @text('Version of the review.')
  reviewVersion?: string | null;

  @text('Year of the review.')
  reviewYear?: string | null;

  @text('Short name.')
  shortName?: string | null;

  @text('What the dictionary was made from.')
  source?: string | null;

  @text('Authors of the source-language side.')
  sourceAuthors?: string | null;

  @text('Authors of the target-language side.')
  targetAuthors?: string | null;

  @Field(() => SearchProfileInput, {
    nullable: true,
    description:
      'How its headwords are found. After a change `npm run reindex` makes the keys of its articles anew.',
  })
  searchProfile?: SearchProfileInput | null;
}

@InputType({ description: 'The metadata of a new dictionary.' })
export class NewDictionaryInput extends DictionaryEditInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier; made of abbreviated name and year of the review when nothing is said.',
  })
  dictionaryId?: string | null;
}

const dictionary = () =>
  Arg('dictionaryId', () => ID, {
    description: 'Identifier or number of the dictionary.',
  }) as ParameterDecorator;

@Resolver()
export class DictionaryWriteResolver {
  constructor(private readonly writes: DictionaryWrites) {}

  @Mutation(() => Dictionary, { description: 'Makes a dictionary: its metadata.' })
  createDictionary(
    @Arg('input', () => NewDictionaryInput, { description: 'The metadata.' }) input: NewDictionaryInput,
  ) {
    return this.writes.create(input);
  }

  @Mutation(() => Dictionary, { description: 'Changes the metadata of a dictionary.' })
  updateDictionary(
    @dictionary() dictionaryId: string,
    @Arg('input', () => DictionaryEditInput, { description: 'What changes.' }) input: DictionaryEditInput,
    @Arg('revisions', () => [Int], {
      nullable: true,
      description:
        'Revisions that the writer has seen: if the metadata have another one, nothing is written.',
    })
    revisions: number[] | null,
  ) {
    return this.writes.update(dictionaryId, input, revisions ?? undefined);
  }

  @Mutation(() => Dictionary, {
    description:
      'Deletes a dictionary with all its articles, comments, votes and revisions; gives back what it was.',
  })
  deleteDictionary(
    @dictionary() dictionaryId: string,
    @Arg('confirm', () => ID, { description: 'The identifier of the dictionary again.' }) confirm: string,
  ) {
    return this.writes.remove(dictionaryId, confirm);
  }
}
