import { Arg, ID, Int, Mutation, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { Dictionary } from '../../domain/dictionary/dictionary';
import type { GivenQuota, UsageService } from '../../services/applications/usage.service';

const maxObjectsArgument = () =>
  Arg('maxObjects', () => Int, {
    nullable: true,
    description: 'Most objects; as configured when nothing is said.',
  }) as ParameterDecorator;

const maxMiBArgument = () =>
  Arg('maxMiB', () => Int, {
    nullable: true,
    description: 'Most that they may take, in MiB; as configured when nothing is said.',
  }) as ParameterDecorator;

@Resolver()
export class QuotaResolver {
  constructor(private readonly usages: UsageService) {}

  @Mutation(() => Application, {
    description: 'Gives an application a quota of its own: see `usage`. What it stores stays.',
  })
  updateApplicationQuota(
    @Arg('applicationId', () => ID, { description: '`publicId` of the application.' }) applicationId: string,
    @maxObjectsArgument() maxObjects: number | null | undefined,
    @maxMiBArgument() maxMiB: number | null | undefined,
  ) {
    return this.usages.limitApplication(applicationId, quotaOf(maxObjects, maxMiB));
  }

  @Mutation(() => Dictionary, {
    description: 'Gives a dictionary a quota of its own: see `usage`. What it holds stays.',
  })
  updateDictionaryQuota(
    @Arg('dictionaryId', () => ID, { description: 'Identifier or number of the dictionary.' })
    dictionaryId: string,
    @maxObjectsArgument() maxObjects: number | null | undefined,
    @maxMiBArgument() maxMiB: number | null | undefined,
  ) {
    return this.usages.limitDictionary(dictionaryId, quotaOf(maxObjects, maxMiB));
  }
}

function quotaOf(maxObjects: number | null | undefined, maxMiB: number | null | undefined): GivenQuota {
  return { maxObjects: maxObjects ?? null, maxMiB: maxMiB ?? null };
}
