import { Arg, Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { EntityConflict } from '../../domain/chatbot/recognition/entity-index';
import type { SourceState } from '../../services/recognition/ready-fields';
import type { EntityReport, RecognitionService } from '../../services/recognition/recognition.service';
import type { Context } from '../context';
import { resourceKeyOf } from '../node/global-id';

@ObjectType('EntitySource', { description: 'What an entity gets from a dictionary.', simpleResolvers: true })
class EntitySourceView implements SourceState {
  @Field(() => String, { description: 'Name of the entity.' })
  entity!: string;

  @Field(() => String, { description: 'Identifier of the dictionary.' })
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
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of conflicts, at most 100.' })
    first: number,
    @Ctx() { viewer }: Context,
  ): Promise<EntityReport | undefined> {
    const field = resourceKeyOf(fieldId, 'Field', 'fieldId');
    return this.recognition.report(viewer, field, { language: language ?? undefined, most: first });
  }
}
