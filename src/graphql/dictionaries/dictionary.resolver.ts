import {
  Field,
  ObjectType,
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Query,
  Resolver,
  Root,
  Int,
  Extensions,
} from 'type-graphql';
import { dictionaryUsage, mediaUsage } from '../../domain/usage/usage';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import { dictionaryCursor, DictionaryService } from '../../services/dictionaries/dictionary.service';
import type { Context } from '../context';
import { globalId } from '../node/global-id';
import { dictionaryNamed } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { UsageView } from '../applications/quota.resolver';
import { letterKeysOf } from '../../domain/alphabet/letter-keys';
import type { AlphabetService } from '../../services/articles/alphabet.service';
import { COST, COST_OF_SEARCH } from '../../shared/extensions';
import { countField } from '../../domain/values/described-fields';

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

/** Resolves the letters of a dictionary. */
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

@ObjectType({
  description: 'Number of articles of a dictionary with a translation into one language.',
  simpleResolvers: true,
})
class LanguageStatistics {
  @Field(() => String, { description: 'Language tag, e.g. `fr`.' })
  language!: string;

  @countField('Number of articles with a translation into the language.')
  articles!: number;
}

@ObjectType('DictionaryStatistics', {
  description: 'Article counts of a dictionary.',
  simpleResolvers: true,
})
class DictionaryStatisticsView {
  @countField('Number of articles.')
  articles!: number;

  @countField('Number of articles with an entry.')
  withEntry!: number;

  @countField('Number of articles with a category.')
  withCategory!: number;

  @countField('Number of articles with a grammatical class.')
  withClass!: number;

  @countField('Number of articles with a type.')
  withType!: number;

  @countField('Number of articles with forms.')
  withForm!: number;

  @countField('Number of articles with examples.')
  withExample!: number;

  @Field(() => [LanguageStatistics], {
    description: 'Languages of translation, by descending number of articles.',
  })
  languages!: readonly LanguageStatistics[];
}

/** The argument of the global identifier of a dictionary. */
export const dictionaryId = () =>
  Arg('id', () => ID, {
    nullable: true,
    description: 'Global identifier (`id`) of the dictionary.',
  }) as ParameterDecorator;

/** The argument of its short name. */
export const dictionaryName = () =>
  Arg('dictionary', () => ID, {
    nullable: true,
    description: 'Identifier or number of the dictionary. Replaces `id`.',
  }) as ParameterDecorator;

const DictionaryConnection = connectionType(Dictionary, 'dictionaries');

@Resolver(() => Dictionary)
export class DictionaryResolver {
  constructor(private readonly service: DictionaryService) {}

  @Query(() => Dictionary, {
    nullable: true,
    description: 'One dictionary, by `id` or `dictionary`. Null if it does not exist.',
  })
  dictionary(@dictionaryId() id: string | null, @dictionaryName() dictionary: string | null) {
    return this.service.get(dictionaryNamed({ dictionaryId: id, dictionary }, 'id'));
  }

  @Query(() => DictionaryConnection, { description: 'Dictionaries, ordered by identifier.' })
  async dictionaries(@Args(() => PageArgs) args: PageArgs, @Ctx() { maxItems }: Context) {
    return new Connection(await this.service.list(PageArgs.pageRequestOf(args), maxItems), dictionaryCursor);
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the dictionary. Pass it to `node`.' })
  id(@Root() { dictionaryId }: Dictionary): string {
    return globalId('Dictionary', dictionaryId);
  }

  @FieldResolver(() => String, { description: 'Entity tag of the dictionary. It changes with the metadata.' })
  etag(@Root() { revision, number }: Dictionary): string {
    return `"${revision}.${number}"`;
  }

  @FieldResolver(() => UsageView, {
    nullable: true,
    description:
      'Storage used by the articles of the dictionary and their earlier revisions. For owners and admins.',
  })
  usage(@Root() { dictionaryId }: Dictionary, @Ctx() { usages }: Context) {
    return usages.load(dictionaryUsage(dictionaryId));
  }

  @FieldResolver(() => UsageView, {
    nullable: true,
    description: 'Storage used by the recordings and pictures of the dictionary. For editors and admins.',
  })
  mediaUsage(@Root() { dictionaryId }: Dictionary, @Ctx() { usages }: Context) {
    return usages.load(mediaUsage(dictionaryId));
  }

  @FieldResolver(() => DictionaryStatisticsView, { description: 'Article counts of the dictionary.' })
  statistics(@Root() { dictionaryId }: Dictionary, @Ctx() { statistics }: Context) {
    return statistics.load(dictionaryId);
  }
}
