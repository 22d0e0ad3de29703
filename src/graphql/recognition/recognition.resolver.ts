import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import { ConversationRequest } from '../../domain/chatbot/conversation';
import type { EntityTier, RecognisedEntity } from '../../domain/chatbot/recognition/entity-index';
import type { IntentMatch, ScoredIntent } from '../../domain/chatbot/recognition/intent-index';
import type {
  ConversationTurn,
  ConversationTurnService,
} from '../../services/recognition/conversation-turn.service';
import type { Recognition, RecognitionService } from '../../services/recognition/recognition.service';
import type { Context } from '../context';
import { resourceKeyOf, isGlobalIdOf } from '../node/global-id';

const EntityMatch = {
  EXACT: 'exact',
  LIGHT: 'light',
  LETTERS: 'letters',
  FOLDED: 'folded',
  INFLECTED: 'inflected',
} as const satisfies Record<string, EntityTier>;

registerEnumType(EntityMatch, {
  name: 'EntityMatch',
  description: 'How a text matches a value of an entity, the best first.',
  valuesConfig: {
    EXACT: { description: 'The text has exactly this spelling.' },
    LIGHT: { description: 'The text matches except for case, apostrophes, hyphens and look-alike letters.' },
    LETTERS: { description: 'The text matches except for marks of tone, length and vowels.' },
    FOLDED: {
      description: 'The text matches as typed on a plain keyboard, without diacritics and special letters.',
    },
    INFLECTED: {
      description: 'The text is a form of the value by the declared rules of inflection. `rule` names them.',
    },
  },
});

@ObjectType('RecognisedEntity', { description: 'An entity that a text mentions.', simpleResolvers: true })
class RecognisedEntityView implements RecognisedEntity {
  @Field(() => String, { description: 'Name of the entity.' })
  entity!: string;

  @Field(() => String, { description: 'The value of the entity.' })
  value!: string;

  @Field(() => String, { description: 'The words of the text.' })
  text!: string;

  @Field(() => Int, { description: 'Position of the first character, in code points from 0.' })
  start!: number;

  @Field(() => Int, { description: 'Position after the last character, in code points.' })
  end!: number;

  @Field(() => EntityMatch, { description: 'How the words match the value.' })
  tier!: EntityTier;

  @Field(() => String, {
    nullable: true,
    description: 'The synonym of the value that matches. Null if the value itself does.',
  })
  synonym!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The affixes that make the form of the text. Null unless it is inflected.',
  })
  rule!: string | null;

  readonly article!: string | null;
}

@ObjectType('IntentCandidate', { description: 'An intent that a text may express.', simpleResolvers: true })
class IntentCandidate implements ScoredIntent {
  @Field(() => String, { description: 'Name of the intent.' })
  intent!: string;

  @Field(() => Float, { description: 'Similarity of the text to the nearest utterances, from 0 to 1.' })
  score!: number;
}

@ObjectType('RecognisedIntent', { description: 'The intent of a text.', simpleResolvers: true })
class RecognisedIntentView implements IntentMatch {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the intent. Null if none is similar enough, or two are equally similar.',
  })
  intent!: string | null;

  @Field(() => Float, { description: 'Similarity of the text to the nearest utterances, from 0 to 1.' })
  score!: number;

  @Field(() => Float, {
    description: 'By how much the best intent is more similar than the second, as a fraction of its score.',
  })
  margin!: number;

  @Field(() => [IntentCandidate], { description: 'The most similar intents, best first.' })
  candidates!: readonly ScoredIntent[];
}

@ObjectType('Recognition', {
  description: 'Entities and intent that were recognised in a text.',
  simpleResolvers: true,
})
class RecognitionView {
  @Field(() => String, { description: 'The text, in Unicode NFC and without white space around it.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Language of the text, if it was given.' })
  language!: string | null;

  @Field(() => [RecognisedEntityView], {
    description: 'The entities, from left to right. Of those that overlap, the longest counts.',
  })
  entities!: readonly RecognisedEntity[];

  @Field(() => RecognisedIntentView, { description: 'The intent.' })
  intent!: IntentMatch;
}

@ObjectType('ConversationTurn', { description: 'A message of a person and the answer of the bot.' })
class ConversationTurnView {
  @Field(() => String, { nullable: true, description: 'The answer. Null if the bot has no text for it.' })
  reply!: string | null;

  @Field(() => [String], { description: 'Names of the parameters that the bot still needs.' })
  missing!: readonly string[];

  @Field(() => RecognitionView, { description: 'Entities and intent that were recognised in the message.' })
  recognition!: Recognition;
}

@InputType({ description: 'A message of a person to a bot.' })
class ConverseInput {
  @Field(() => String, { description: 'Text of the message, 1 to 1,000 characters.' })
  text!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Global identifier (`id`) of the field that knows the intents. Defaults to the only field of the application.',
  })
  fieldId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Language of the message (BCP 47). Defaults to that of the person, then to that of the bot.',
  })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'Identifier of the session within the conversation.' })
  sessionId?: string | null;
}

@Resolver(() => RecognitionView)
export class RecognitionResolver {
  constructor(private readonly recognition: RecognitionService) {}

  @Query(() => RecognitionView, {
    nullable: true,
    description:
      'Recognises the entities and the intent of a field in a text, spelled as people type it. Null if the field does not exist or the caller may not see it.',
  })
  recognise(
    @Arg('fieldId', () => ID, { description: 'Global identifier (`id`) of the field.' }) fieldId: string,
    @Arg('text', () => String, { description: 'The text, 1 to 1,000 characters.' }) text: string,
    @Arg('language', () => String, {
      nullable: true,
      description: 'Language of the text (BCP 47). Its letters are read by the rules of this language.',
    })
    language: string | null,
    @Ctx() { viewer }: Context,
  ): Promise<Recognition | undefined> {
    const field = resourceKeyOf(fieldId, 'Field', 'fieldId');
    return this.recognition.recognise(viewer, field, { text, language: language ?? undefined });
  }
}

@Resolver(() => ConversationTurnView)
export class ConversationTurnResolver {
  constructor(private readonly turns: ConversationTurnService) {}

  @Mutation(() => ConversationTurnView, {
    description:
      'Recognises a message, fills the slots of its intent, chooses the answer of the bot and stores the request.',
  })
  converse(
    @Arg('conversationId', () => ID, { description: 'Global identifier (`id`) of the conversation.' })
    conversationId: string,
    @Arg('input', () => ConverseInput, { description: 'The message.' }) input: ConverseInput,
    @Ctx() { viewer }: Context,
  ): Promise<ConversationTurn> {
    const { text, fieldId, language, sessionId } = input;
    return this.turns.converse(viewer, {
      conversation: resourceKeyOf(conversationId, 'Conversation', 'conversationId'),
      text,
      field: fieldId == null ? undefined : resourceKeyOf(fieldId, 'Field', 'fieldId'),
      language: language ?? undefined,
      sessionId: sessionId ?? undefined,
    });
  }

  @FieldResolver(() => ConversationRequest, { description: 'The request as it was stored.' })
  request(@Root() { request }: ConversationTurn) {
    return request;
  }
}

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
