import { ArgsType, Field, ID, Int } from 'type-graphql';
import type { ArticleAddress } from '../../services/articles/article.service';
import type { ArticleTarget } from '../../services/articles/article-writes.service';

/** Names one article. */
@ArgsType()
export class ArticleAddressArgs implements ArticleAddress {
  @Field(() => ID, { description: 'Identifier or number of the dictionary.' })
  dictionaryId!: string;

  @Field(() => ID, { description: 'Number or public identifier of the article.' })
  id!: string;
}

/** Names one article to write. */
@ArgsType()
export class ArticleTargetArgs extends ArticleAddressArgs {
  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions that the writer has seen, one or several: if the article has another one, nothing is written.',
  })
  revisions?: number[] | null;
}

export function articleTargetOf({ dictionaryId, id, revisions }: ArticleTargetArgs): ArticleTarget {
  return { dictionaryId, id, revisions: revisions ?? undefined };
}
