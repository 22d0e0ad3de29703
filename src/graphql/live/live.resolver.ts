import { Args, ArgsType, type ClassType, Field, ID, Resolver, Root, Subscription } from 'type-graphql';
import { ConversationRequest } from '../../domain/chatbot/conversation';
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import { Comment } from '../../domain/comment/comment';
import type { ChangesFound } from '../../services/exports/changes.service';
import type { LiveEvents } from '../../services/live/live.service';
import { type Context, type OpenStream, viewerWithAccount } from '../context';
import { ArticleChange, articleChangeOf } from '../dictionaries/offline.resolver';
import { resourceKeyOf } from '../node/global-id';
import { articleNamed, dictionaryNamed } from '../node/named-objects';
import { idField } from '../../domain/values/described-fields';

const after = (subject: string) =>
  Field(() => String, {
    nullable: true,
    description: `Identifier (\`id\`) of the last received event: the stream continues after it. The header \`Last-Event-ID\` replaces it. By default the stream begins with the next ${subject}.`,
  });

@ArgsType()
class DictionaryFollowed {
  @idField('Global identifier (`id`) of the dictionary.')
  dictionaryId?: string | null;

  @idField('Identifier or number of the dictionary. Replaces `dictionaryId`.')
  dictionary?: string | null;

  @after('change')
  after?: string | null;
}

@ArgsType()
class ArticleFollowed {
  @idField('Global identifier (`id`) of the article.')
  articleId?: string | null;

  @idField('Identifier or number of the dictionary. Requires `number`, and replaces `articleId`.')
  dictionary?: string | null;

  @idField('Number of the article in its dictionary, or its public identifier. Requires `dictionary`.')
  number?: string | null;

  @after('comment')
  after?: string | null;
}

@ArgsType()
class ConversationFollowed {
  @Field(() => ID, { description: 'Global identifier (`id`) of the conversation.' })
  conversationId!: string;

  @after('request')
  after?: string | null;
}

/** The stream that the transport has opened, and the event after which it continues. */
function streamOf({ stream }: Context, { after: eventId }: Resumed): OpenStream {
  if (!stream) throw new Error('Subscriptions are executed for streams alone');
  return { ...stream, after: stream.after ?? eventId ?? undefined };
}

interface Resumed {
  readonly after?: string | null;
}

/** Input of the function that starts a subscription. */
interface SubscribeInput<Given> {
  readonly args: Given;
  readonly context: Context;
}

const of = <Given extends Resumed>(
  begin: (stream: OpenStream, args: Given, context: Context) => Promise<LiveEvents<unknown>>,
) => ({
  subscribe: ({ args, context }: SubscribeInput<Given>) => begin(streamOf(context, args), args, context),
});

/** Declares the arguments of a subscription. The resolver of its events ignores them. */
const takes =
  (type: ClassType): MethodDecorator =>
  (prototype, method) => {
    Args(() => type)(prototype, method, 1);
  };

/** Resolves subscriptions. The transport resolves each event with a new context. */
@Resolver()
export class LiveResolver {
  @Subscription(() => ArticleChange, {
    description:
      'Sends an event for each article of a dictionary that is created, changed, deleted, disabled or enabled, as everyone sees it. Several changes of an article within a moment may be one event with its newest state.',
    ...of((stream, { dictionaryId, dictionary }: DictionaryFollowed) =>
      stream.live.articleChanges(dictionaryNamed({ dictionaryId, dictionary }), stream),
    ),
  })
  @takes(DictionaryFollowed)
  articleChanged(@Root() change: ChangesFound['changes'][number]): ArticleChange {
    return articleChangeOf(change);
  }

  @Subscription(() => Comment, {
    description: 'Sends an event for each new comment on an article that all users see.',
    ...of((stream, { articleId, dictionary, number }: ArticleFollowed, context) =>
      stream.live.commentsAdded(
        viewerWithAccount(context),
        articleNamed({ id: articleId, dictionary, number }, 'articleId'),
        stream,
      ),
    ),
  })
  @takes(ArticleFollowed)
  commentAdded(@Root() comment: Comment): Comment {
    return comment;
  }

  @Subscription(() => ConversationRequest, {
    description:
      'Sends an event for each new request of a conversation, to the application that owns it and to admins.',
    ...of((stream, { conversationId }: ConversationFollowed, context) =>
      stream.live.requestsAdded(
        viewerWithAccount(context),
        resourceKeyOf(conversationId, 'Conversation'),
        stream,
      ),
    ),
  })
  @takes(ConversationFollowed)
  conversationRequestAdded(@Root() request: Resource): Resource {
    return request;
  }
}
