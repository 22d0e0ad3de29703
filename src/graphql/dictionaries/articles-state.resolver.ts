import { Args, Ctx, Field, FieldResolver, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { Dictionary } from '../../domain/dictionary/dictionary';
import type { ChangesService } from '../../services/exports/changes.service';
import { DictionaryNameArgs } from '../articles/article-input';
import type { Context } from '../context';
import { dictionaryNamed } from '../node/named-objects';

@ObjectType({
  description: 'The state of the lists of articles of a dictionary as the caller sees them.',
  simpleResolvers: true,
})
class ArticlesState {
  @Field(() => String, {
    description: 'Identifies the state. It changes with the articles, their votes and the dictionary.',
  })
  version!: string;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the lists last changed, in whole seconds. Null within the second of a change, and for callers who see disabled articles.',
  })
  modifiedAt!: Date | null;

  readonly dictionaryId!: string;
}

/** The state of article lists, by which a client knows whether they have changed. */
@Resolver(() => ArticlesState)
export class ArticlesStateResolver {
  constructor(private readonly changesOf: ChangesService) {}

  @Query(() => ArticlesState, {
    description:
      'State of the lists of articles of a dictionary, without reading them. Also returned if the dictionary does not exist.',
  })
  async articlesState(
    @Args(() => DictionaryNameArgs) names: DictionaryNameArgs,
    @Ctx() { viewer, dictionaryIds }: Context,
  ): Promise<ArticlesState> {
    const dictionaryId = await dictionaryIds.load(dictionaryNamed(names));
    return { ...(await this.changesOf.listsState(viewer, dictionaryId)), dictionaryId };
  }

  @FieldResolver(() => Dictionary, {
    nullable: true,
    description: 'The dictionary. Null if it does not exist.',
  })
  dictionary(@Root() { dictionaryId }: ArticlesState, @Ctx() { dictionaries }: Context) {
    return dictionaries.load(dictionaryId);
  }
}
