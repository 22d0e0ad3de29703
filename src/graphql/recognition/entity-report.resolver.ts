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
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import type { SourceSummary } from '../../services/recognition/field-cache';
import type { EntityReport, RecognitionService } from '../../services/recognition/recognition.service';
import { COST } from '../../shared/extensions';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import type { Context } from '../context';
import { resourceKeyOf } from '../node/global-id';
import { articleNamed } from '../node/named-objects';
import { dictionaryIdField } from '../../domain/values/described-fields';

@ObjectType('EntitySource', {
  description: 'A dictionary from which an entity takes values.',
  simpleResolvers: true,
})
class EntitySourceView implements SourceSummary {
  @Field(() => String, { description: 'Name of the entity.' })
  entity!: string;

  @dictionaryIdField()
  dictionary!: string;

  @Field(() => Int, { description: 'Number of articles that give a value.' })
  articles!: number;

  @Field(() => Int, { description: 'Number of values that the entity takes: fewer if `most` is reached.' })
  values!: number;
}

@ObjectType('EntityConflict', {
  description: 'A spelling that matches several values of an entity.',
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
  description: 'Report on the entities of a field.',
  simpleResolvers: true,
})
class EntityReportView implements EntityReport {
  @Field(() => [EntitySourceView], { description: 'Dictionaries from which its entities take values.' })
  sources!: readonly SourceSummary[];

  @Field(() => [EntityConflictView], {
    description: 'Spellings that match several values of an entity.',
  })
  conflicts!: readonly EntityConflict[];
}

@Resolver(() => EntityReportView)
export class EntityReportResolver {
  constructor(private readonly recognition: RecognitionService) {}

  @Query(() => EntityReportView, {
    nullable: true,
    description:
      'Report on the values that the entities of a field take from dictionaries, and on spellings that match several values. Null if the field does not exist or the caller may not see it.',
  })
  entityReport(
    @Arg('fieldId', () => ID, { description: 'Global identifier (`id`) of the field.' }) fieldId: string,
    @Arg('language', () => String, {
      nullable: true,
      description:
        'Language (BCP 47). The report leaves out entities in other languages and applies the letter rules of this one.',
    })
    language: string | null,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_SIZE,
      description: 'Maximum number of conflicts, at most 100.',
    })
    first: number | null,
    @Ctx() { viewer }: Context,
  ): Promise<EntityReport | undefined> {
    const field = resourceKeyOf(fieldId, 'Field', 'fieldId');
    return this.recognition.report(viewer, field, {
      language: language ?? undefined,
      maxCount: first ?? DEFAULT_PAGE_SIZE,
    });
  }
}

@ObjectType('DictionaryValue', {
  description: 'A value that an entity takes from an article of a dictionary.',
  simpleResolvers: true,
})
class DictionaryValueView {
  @Field(() => String, { description: 'The value.' })
  value!: string;

  @Field(() => [String], {
    description:
      'Synonyms of the value; with `spellings` in the source, also its spellings on a plain keyboard.',
  })
  synonyms!: readonly string[];

  @Field(() => ID, { description: 'Global identifier of the article.' })
  articleId!: string;
}

@ObjectType('DictionaryValues', {
  description: 'Values that an entity takes from a dictionary.',
  simpleResolvers: true,
})
class DictionaryValuesView {
  @Field(() => Int, { description: 'Number of all values, whatever the page.' })
  totalCount!: number;

  @Field(() => [DictionaryValueView], { description: 'The values, in the order of article numbers.' })
  values!: readonly DictionaryValueView[];
}

/** Default number of values on a page. Values are single words, and clients show many. */
const DEFAULT_PAGE_VALUES = 100;

/** Cost of a page, in fields: the first one may read a whole dictionary. */
const COST_OF_VALUES = 3000;

@Resolver(() => Entity)
export class DictionaryValuesResolver {
  constructor(private readonly recognition: RecognitionService) {}

  @FieldResolver(() => DictionaryValuesView, {
    nullable: true,
    description:
      'Values that the entity takes from the current state of a dictionary. Null if `entityValues` has no `source`.',
  })
  @Extensions({ [COST]: COST_OF_VALUES })
  async dictionaryValues(
    @Root() entity: Resource,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_VALUES,
      description: 'Maximum number of values, at most 5,000.',
    })
    first: number | null,
    @Arg('after', () => ID, {
      nullable: true,
      description:
        'The `articleId` of the last value of the previous page. Defaults to the start of the list.',
    })
    after: string | null | undefined,
  ): Promise<DictionaryValuesView | undefined> {
    const number = after == null ? 0 : Number(articleNamed({ id: after }, 'after').id);
    const page = await this.recognition.valuesFrom(entity, {
      first: first ?? DEFAULT_PAGE_VALUES,
      after: number,
    });
    if (!page) return undefined;
    const values = page.values.map(({ value, synonyms, article = '' }) => ({
      value,
      synonyms,
      articleId: article,
    }));
    return { totalCount: page.totalCount, values };
  }
}
