import { FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { RecognisedEntity } from '../../domain/chatbot/recognition/entity-index';
import { isGlobalIdOf } from '../node/global-id';
import { RecognisedEntityView } from './recognition.resolver';

@Resolver(() => RecognisedEntityView)
export class RecognisedEntityResolver {
  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'Global identifier of the article that the value comes from. Null if it comes from none, or the owner of the entity wrote another text.',
  })
  articleId(@Root() { article }: RecognisedEntity): string | null {
    return article !== null && isGlobalIdOf('Article', article) ? article : null;
  }
}
