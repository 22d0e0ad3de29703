import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Entity } from '../../domain/chatbot/field-parts';
import type { EntityConflict } from '../../domain/chatbot/recognition/entity-index';
import type { EntityValue } from '../../domain/chatbot/recognition/entity-values';
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import type { DictionaryValuesPage } from '../../services/recognition/dictionary-values';
import type { SourceState } from '../../services/recognition/ready-fields';
import type { EntityReport, RecognitionService } from '../../services/recognition/recognition.service';
import { COST } from '../../shared/extensions';
import type { Context } from '../context';
import { resourceKeyOf } from '../node/global-id';
import { articleNamed } from '../node/named-objects';

@ObjectType('EntitySource', { description: 'What an entity gets from a dictionary.', simpleResolvers: true })
class EntitySourceView implements SourceState {
  @Field(() => String, { description: 'Name of the entity.' })
  entity!: string;

  @Field(() => ID, { name: 'dictionaryId', simple: false, description: 'Identifier of the dictionary.' })
  dictionary!: string;

  @Field(() => Int, { description: 'Number of articles that give a value.' })
  articles!: number;

  @Field(() => Int, { description: 'Number of values that the entity takes: fewer if `most` is reached.' })
  values!: number;
}

@ObjectType('EntityConflict', {
  description: 'A spelling by which several values of an entity are found.',
  simpleResolvers: true,
})
class EntityConflictView implements EntityConflict {
  @Field(() => String, { description: 'Name of the entity.' })
  entity!: string;

  @Field(() => String, { description: 'The spelling, without diacritics and special letters.' })
  spelling!: string;

  @Field(() => [String], {
    description: 'The values, at most ten: of equally similar ones, the first is recognised.',
  })
  values!: readonly string[];
}

@ObjectType('EntityReport', {
  description: 'What is to be known of the entities of a field.',
  simpleResolvers: true,
})
class EntityReportView implements EntityReport {
  @Field(() => [EntitySourceView], { description: 'What its entities get from dictionaries.' })
  sources!: readonly SourceState[];

  @Field(() => [EntityConflictView], {
    description: 'Spellings by which several values of an entity are found.',
  })
  conflicts!: readonly EntityConflict[];
}

@Resolver(() => EntityReportView)
export class EntityReportResolver {
  constructor(private readonly recognition: RecognitionService) {}

  @Query(() => EntityReportView, {
    nullable: true,
    description:
      'What the entities of a field get from dictionaries, and spellings that mean several values. Null if the field does not exist or the caller may not see it.',
  })
  entityReport(
    @Arg('fieldId', () => ID, { description: 'Global identifier (`id`) of the field.' }) fieldId: string,
    @Arg('language', () => String, {
      nullable: true,
      description: 'Language (BCP 47): entities of others are left out, and letters are read by its rules.',
    })
    language: string | null,
    @Arg('first', () => Int, { defaultValue: 10, description: 'Maximum number of conflicts, at most 100.' })
    first: number,
    @Ctx() { viewer }: Context,
  ): Promise<EntityReport | undefined> {
    const field = resourceKeyOf(fieldId, 'Field', 'fieldId');
    return this.recognition.report(viewer, field, { language: language ?? undefined, most: first });
  }
}

@ObjectType('DictionaryValue', {
  description: 'A value that an entity gets from an article of a dictionary.',
  simpleResolvers: true,
})
class DictionaryValueView implements EntityValue {
  @Field(() => String, { description: 'The value.' })
  value!: string;

  @Field(() => [String], {
    description: 'Other texts that mean it; with `spellings` in the source, those of the folding, too.',
  })
  synonyms!: readonly string[];

  @Field(() => ID, { description: 'Global identifier of the article.' })
  article!: string;
}

@ObjectType('DictionaryValues', {
  description: 'Values that an entity gets from a dictionary.',
  simpleResolvers: true,
})
class DictionaryValuesView implements DictionaryValuesPage {
  @Field(() => Int, { description: 'Number of all values, whatever the page.' })
  totalCount!: number;

  @Field(() => [DictionaryValueView], { description: 'The values, in the order of article numbers.' })
  values!: readonly EntityValue[];
}

/** Cost of a page, in fields: the first one may read a whole dictionary. */
const COST_OF_VALUES = 3000;

@Resolver(() => Entity)
export class DictionaryValuesResolver {
  constructor(private readonly recognition: RecognitionService) {}

  @FieldResolver(() => DictionaryValuesView, {
    nullable: true,
    description:
      'The values that the entity gets from a dictionary, as the dictionary is now. No connection, since values are no objects with an `id`: bots copy them, up to 5,000 at once. Null if `entityValues` has no `source`.',
  })
  @Extensions({ [COST]: COST_OF_VALUES })
  dictionaryValues(
    @Root() entity: Resource,
    @Arg('first', () => Int, { defaultValue: 100, description: 'Maximum number of values, at most 5,000.' })
    first: number,
    @Arg('after', () => ID, {
      nullable: true,
      description: '`article` of the last value of the page before; by default the list begins.',
    })
    after: string | null | undefined,
  ): Promise<DictionaryValuesPage | undefined> {
    const number = after == null ? 0 : Number(articleNamed({ id: after }, 'after').id);
    return this.recognition.valuesFrom(entity, { first, after: number });
  }
}
