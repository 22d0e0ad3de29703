import {
  Arg,
  Args,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { Application, type ApplicationRecord } from '../../domain/chatbot/application';
import { Intent } from '../../domain/chatbot/field-parts';
import type {
  UnresolvedRequestService,
  UnresolvedText,
} from '../../services/recognition/unresolved-requests.service';
import { COST } from '../../shared/extensions';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import type { Context } from '../context';
import { DictionaryNameArgs } from '../articles/article-input';
import { dictionaryNamed } from '../node/named-objects';
import { globalId, resourceKeyOf } from '../node/global-id';

/** Cost of the list, in fields: it reads as much as many pages of another list. */
const COST_OF_UNRESOLVED = 3000;

@ObjectType('UnresolvedText', {
  description: 'A message that no intent matched. Messages that differ only in spelling count as one.',
})
class UnresolvedTextView {
  @Field(() => String, { description: 'The message in its most recent spelling.' })
  text!: string;

  @Field(() => Int, { description: 'Number of requests.' })
  count!: number;
}

@InputType({ description: 'An utterance to add to an intent.' })
class LearnUtteranceInput {
  @Field(() => String, { description: 'The utterance, 1 to 1,000 characters.' })
  text!: string;

  @Field(() => String, { description: 'Language of the utterance (BCP 47).' })
  language!: string;

  @Field(() => [ID], {
    defaultValue: [],
    description: 'Global identifiers (`id`) of requests that become resolved by this intent, at most 200.',
  })
  requestIds!: readonly string[];
}

@InputType({ description: 'A word that a dictionary lacks.' })
class ReportMissingWordInput {
  @Field(() => String, { description: 'The word, 3 to 40 characters.' })
  text!: string;

  @Field(() => [ID], {
    defaultValue: [],
    description: 'Global identifiers (`id`) of requests that become resolved by this, at most 200.',
  })
  requestIds!: readonly string[];
}

@ObjectType('MissingWord', { description: 'A word that a dictionary lacks.', simpleResolvers: true })
class MissingWordView {
  @Field(() => String, { description: 'The word, as `Dictionary.missedSearches` lists it.' })
  text!: string;
}

/** Resolves texts that bots did not understand, and teaches them. */
@Resolver(() => UnresolvedTextView)
export class UnresolvedRequestResolver {
  constructor(private readonly unresolved: UnresolvedRequestService) {}

  @Mutation(() => Intent, {
    description:
      'Adds an utterance to an intent, and marks requests that it would have understood as resolved.',
  })
  learnUtterance(
    @Arg('intentId', () => ID, { description: 'Global identifier (`id`) of the intent.' }) intentId: string,
    @Arg('input', () => LearnUtteranceInput, { description: 'The utterance.' }) input: LearnUtteranceInput,
    @Ctx() { viewer }: Context,
  ) {
    return this.unresolved.learn(viewer, {
      intent: resourceKeyOf(intentId, 'Intent', 'intentId'),
      text: input.text,
      language: input.language,
      requests: requestKeys(input.requestIds),
    });
  }

  @Mutation(() => MissingWordView, {
    description:
      'Counts a word that people asked a bot for among the searches that found nothing in a dictionary (`Dictionary.missedSearches`), and marks their requests as resolved.',
  })
  async reportMissingWord(
    @Args(() => DictionaryNameArgs) names: DictionaryNameArgs,
    @Arg('input', () => ReportMissingWordInput, { description: 'The word.' }) input: ReportMissingWordInput,
    @Ctx() { viewer, dictionaryIds }: Context,
  ) {
    const text = await this.unresolved.reportMissing(viewer, {
      dictionaryId: await dictionaryIds.load(dictionaryNamed(names)),
      text: input.text,
      requests: requestKeys(input.requestIds),
    });
    return { text };
  }

  @FieldResolver(() => [ID], {
    description: 'Global identifiers (`id`) of its newest requests, at most 50.',
  })
  requestIds(@Root() { requests }: UnresolvedText): readonly string[] {
    return requests.map((key) => globalId('ConversationRequest', key));
  }
}

function requestKeys(ids: readonly string[]): readonly string[] {
  return ids.map((id) => resourceKeyOf(id, 'ConversationRequest', 'requestIds'));
}

@Resolver(() => Application)
export class ApplicationUnresolvedResolver {
  constructor(private readonly unresolved: UnresolvedRequestService) {}

  @FieldResolver(() => [UnresolvedTextView], {
    description:
      'Messages that no intent matched, most frequent first: of the newest 1,000 conversations, at most 2,000 requests.',
  })
  @Extensions({ [COST]: COST_OF_UNRESOLVED })
  unresolvedTexts(
    @Root() { publicId }: ApplicationRecord,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_SIZE,
      description: 'Maximum number of texts, at most 100.',
    })
    first: number | null,
  ) {
    return this.unresolved.list(publicId, first ?? DEFAULT_PAGE_SIZE);
  }
}
