import { Ctx, Extensions, Field, FieldResolver, ObjectType, Resolver, Root, Int } from 'type-graphql';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import { letterKeysOf } from '../../domain/alphabet/letter-keys';
import type { AlphabetService } from '../../services/articles/alphabet.service';
import { COST, COST_OF_SEARCH } from '../../shared/extensions';
import type { Context } from '../context';

@ObjectType({ description: 'A letter with which headwords of a dictionary begin.', simpleResolvers: true })
class DictionaryLetter {
  @Field(() => String, {
    description: 'The letter as the alphabet spells it, e.g. `gb`; `#` for digits and signs.',
  })
  letter!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of articles whose headword begins with the letter. Null if there are more than 10,000.',
  })
  count!: number | null;
}

/** The letters of a dictionary. */
@Resolver(() => Dictionary)
export class LettersResolver {
  constructor(private readonly alphabets: AlphabetService) {}

  @FieldResolver(() => [DictionaryLetter], {
    description: 'Letters with which headwords begin, in the order of the alphabet.',
  })
  @Extensions({ [COST]: COST_OF_SEARCH })
  letters(@Root() dictionary: DictionaryRecord, @Ctx() { viewer }: Context) {
    return this.alphabets.letters(viewer, dictionary);
  }

  @FieldResolver(() => [String], {
    description:
      'Letters of the alphabet that a keyboard for English lacks, e.g. `ɔ`, in order. Empty if they are not known.',
  })
  letterKeys(@Root() dictionary: DictionaryRecord): readonly string[] {
    return letterKeysOf(dictionary);
  }
}
