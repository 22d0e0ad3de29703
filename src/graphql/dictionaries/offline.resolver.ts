import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import {
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Article } from '../../domain/article/article';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { ChangesFound, ChangesService } from '../../services/exports/changes.service';
import type { OfflineCopy, OfflineService } from '../../services/exports/offline.service';
import { COST, COST_OF_INNER_LIST } from '../../shared/extensions';
import type { JsonObject } from '../../shared/json';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import { DictionaryNameArgs } from '../articles/article-input';
import { articleProjection } from '../articles/article-projection';
import type { Context } from '../context';
import { dictionaryNamed } from '../node/named-objects';
import { largeNumberField } from '../../domain/values/described-fields';

@ObjectType({
  description: 'The newest state of an article that has changed.',
  simpleResolvers: true,
})
export class ArticleChange {
  @Field(() => GraphQLSafeInt, {
    description: 'Place of the last change of the article in the sequence of the dictionary.',
  })
  seq!: number;

  @Field(() => GraphQLSafeInt, {
    name: 'articleNumber',
    simple: false,
    description: 'Number of the article.',
  })
  number!: number;

  @Field(() => ID, {
    name: 'articlePublicId',
    simple: false,
    description: 'Public identifier of the article.',
  })
  publicId!: string;

  @Field(() => Article, {
    nullable: true,
    description: 'The article, without `original` in its `source`. Null if it was deleted or disabled.',
  })
  article!: Article | null;
}

@ObjectType({
  description: 'Articles that have changed, in the order of their last changes.',
  simpleResolvers: true,
})
class ArticleChanges {
  @Field(() => [ArticleChange], { description: 'The changed articles, each once.' })
  changes!: readonly ArticleChange[];

  @largeNumberField('Place up to which the list is complete. Pass it as `after` for the changes that follow.')
  next!: number;

  @Field(() => Boolean, { description: 'Whether more changes follow.' })
  hasMore!: boolean;

  @Field(() => String, {
    description: 'Identifier of the sequence of changes. Numbers (`seq`) of another generation are invalid.',
  })
  generation!: string;

  @Field(() => Boolean, {
    description: 'Whether the files of `offlineCopy` are smaller than the changes that follow.',
  })
  isCopySmaller!: boolean;

  @Field(() => String, { description: 'Weak entity tag of the answer.' })
  etag!: string;
}

@ArgsType()
class ChangesArgs {
  @Field(() => GraphQLSafeInt, {
    defaultValue: 0,
    description: 'Return changes after this number. 0 returns all articles.',
  })
  after!: number;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of articles to return. Large articles make an answer shorter.',
  })
  first!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Generation to which `after` belongs. The server refuses a number of another generation with `CHANGES_GONE`. By default, the generation is not checked.',
  })
  generation?: string | null;
}

@ObjectType('OfflineCopy', {
  description: 'The files from which devices make a copy of a dictionary, in a signed manifest.',
  simpleResolvers: true,
})
class OfflineCopyView {
  @Field(() => GraphQLJSONObject, {
    description:
      'Format, dictionary, generation, place in the sequence of changes, number of articles, version of the search keys, and files.',
  })
  manifest!: JsonObject;

  @Field(() => String, {
    description: 'Ed25519 signature of the manifest as canonical JSON (RFC 8785), in base64.',
  })
  signature!: string;

  @Field(() => String, { description: 'Public key of the server (SPKI), in base64.' })
  publicKey!: string;

  @Field(() => String, { description: 'Entity tag of the manifest.' })
  etag!: string;
}

const CHANGED_ARTICLE_PATHS = [['changes', 'article']] as const;

/** Resolves the offline copies of dictionaries, and the changes since. */
@Resolver(() => Dictionary)
export class OfflineResolver {
  constructor(
    private readonly offline: OfflineService,
    private readonly changesOf: ChangesService,
  ) {}

  @Query(() => OfflineCopyView, {
    description: 'The files of a copy of a dictionary for devices. They hold what everyone sees.',
  })
  offlineCopy(@Args(() => DictionaryNameArgs) names: DictionaryNameArgs): Promise<OfflineCopy> {
    return this.offline.copy(dictionaryNamed(names));
  }

  @FieldResolver(() => ArticleChanges, {
    description:
      'Articles that have changed since a number (`seq`) in the sequence of the dictionary, as everyone sees them.',
  })
  @Extensions({ [COST]: COST_OF_INNER_LIST })
  async changes(
    @Root() dictionary: DictionaryRecord,
    @Args(() => ChangesArgs) { after, first, generation }: ChangesArgs,
    @Ctx() { maxItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const request = {
      after,
      first: first ?? undefined,
      generation: generation ?? undefined,
      fields: articleProjection(info, CHANGED_ARTICLE_PATHS),
    };
    return withArticleChanges(await this.changesOf.read(dictionary, request, maxItems));
  }
}

function withArticleChanges({ changes, ...page }: ChangesFound) {
  return { ...page, changes: changes.map(articleChangeOf) };
}

/** A change as the schema shows it. */
export function articleChangeOf(change: ChangesFound['changes'][number]): ArticleChange {
  const { seq } = change;
  if ('removal' in change) {
    const { number, publicId } = change.removal;
    return { seq, number, publicId, article: null };
  }
  const { number, publicId } = change.article;
  return { seq, number, publicId, article: change.article };
}
