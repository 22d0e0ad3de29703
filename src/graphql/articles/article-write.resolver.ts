import { Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { ArticleWrites } from '../../services/articles/article-writes.service';
import {
  draftOf,
  ArticleInput,
  NewArticleInput,
  ArticleTargetArgs,
  ArticleUpdateArgs,
  NewArticleArgs,
  articleTargetOf,
} from './article-input';
import { ArticlePartInput } from './article-filter';
import { type Context, viewerWithAccount } from '../context';
import { dictionaryNamed } from '../node/named-objects';

@Resolver()
export class ArticleWriteResolver {
  constructor(private readonly writes: ArticleWrites) {}

  @Mutation(() => Article, { description: 'Creates an article in a dictionary.' })
  createArticle(
    @Args(() => NewArticleArgs) { publicId, radical, ...names }: NewArticleArgs,
    @Arg('input', () => NewArticleInput, { description: 'The content.' }) input: NewArticleInput,
    @Ctx() context: Context,
  ) {
    const draft = draftOf(input, { publicId, radical });
    return this.writes.create(viewerWithAccount(context), dictionaryNamed(names), draft);
  }

  @Mutation(() => Article, {
    description:
      'Replaces the whole content of an article with `source`, or changes the members given in `content`.',
  })
  updateArticle(
    @Args(() => ArticleUpdateArgs) { radical, ...target }: ArticleUpdateArgs,
    @Arg('input', () => ArticleInput, { description: 'The new content.' }) input: ArticleInput,
    @Ctx() context: Context,
  ) {
    const draft = draftOf(input, { radical });
    return this.writes.update(viewerWithAccount(context), articleTargetOf(target), draft);
  }

  @Mutation(() => Article, { description: 'Replaces some parts of an article and keeps the others.' })
  updateArticleParts(
    @Args(() => ArticleTargetArgs) target: ArticleTargetArgs,
    @Arg('parts', () => [ArticlePartInput], {
      description: 'The parts to replace, applied in this order.',
    })
    parts: ArticlePartInput[],
    @Ctx() context: Context,
  ) {
    const changes = parts.map(({ part, value = null }) => ({ part, value }));
    return this.writes.updateParts(viewerWithAccount(context), articleTargetOf(target), changes);
  }

  @Mutation(() => Article, {
    description: 'Disables an article, so that only admins and editors see it, or enables it again.',
  })
  setArticleDisabled(
    @Args(() => ArticleTargetArgs) target: ArticleTargetArgs,
    @Arg('isDisabled', () => Boolean, { description: '`true` disables, `false` enables.' })
    isDisabled: boolean,
    @Ctx() context: Context,
  ) {
    return this.writes.setDisabled(viewerWithAccount(context), articleTargetOf(target), { isDisabled });
  }

  @Mutation(() => Article, {
    description:
      'Deletes an article with its comments, votes and earlier revisions. Returns the deleted article.',
  })
  deleteArticle(@Args(() => ArticleTargetArgs) target: ArticleTargetArgs) {
    return this.writes.remove(articleTargetOf(target));
  }
}
