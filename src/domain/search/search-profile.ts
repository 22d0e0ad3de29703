import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'How a plain keyboard writes a letter.', simpleResolvers: true })
export class LetterSpelling {
  @Field(() => String, { description: 'The letter, in lower case.' })
  letter!: string;

  @Field(() => [String], {
    description: 'Its spellings, the usual one first; a digraph is one of two letters, e.g. `ng` for ŋ.',
  })
  spellings!: readonly string[];
}

@ObjectType({
  description:
    'How the headwords of a dictionary are found where its language asks for more than the common rules. What is null is as in the profile of the language, if there is one, or common.',
  simpleResolvers: true,
})
export class SearchProfile {
  @Field(() => String, {
    nullable: true,
    description:
      'Letters that are others than their plain ones: where they are typed, the plain ones are not meant.',
  })
  distinct!: string | null;

  @Field(() => [LetterSpelling], {
    nullable: true,
    description: 'Spellings of single letters; they come before the common ones, which stay.',
  })
  letters!: readonly LetterSpelling[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Marks that stand before or behind affixes, and that nobody types.',
  })
  affixMarks!: string | null;
}

/** What search must know of a dictionary: which letters it is written with. */
export interface ProfiledDictionary {
  readonly dictionaryId: string;
  readonly searchProfile?: SearchProfile | null | undefined;
  /** One more with each change of the profile, by which keys of an earlier one are known; none is 0. */
  readonly searchProfileRevision?: number | undefined;
}
