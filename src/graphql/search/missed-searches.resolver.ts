import { Arg, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { MissedSearches } from '../../services/search/missed-searches';

@ObjectType({ description: 'A search text that found nothing in a dictionary.', simpleResolvers: true })
class MissedSearch {
  @Field(() => String, { description: 'The text in lower case, with look-alike letters unified.' })
  text!: string;

  @Field(() => Int, { description: 'Approximate number of searches.' })
  count!: number;
}

/** What searches in a dictionary did not find. */
@Resolver(() => Dictionary)
export class MissedSearchesResolver {
  constructor(private readonly missed: MissedSearches) {}

  @FieldResolver(() => [MissedSearch], {
    description:
      'Texts for which searches in this dictionary found nothing, the most frequent first. No caller is stored. Empty if `MISSED_SEARCHES` is off. For editors and admins.',
  })
  missedSearches(
    @Root() { dictionaryId }: DictionaryRecord,
    @Arg('first', () => Int, {
      nullable: true,
      description: 'Maximum number of texts, at most 100. Defaults to 10.',
    })
    first: number | null,
  ) {
    return this.missed.of(dictionaryId, first ?? 10);
  }
}
