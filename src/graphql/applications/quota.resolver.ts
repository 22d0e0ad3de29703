import { Arg, ID, Int, Mutation, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { Dictionary } from '../../domain/dictionary/dictionary';
import type { GivenQuota, UsageService } from '../../services/applications/usage.service';

const maxObjectsArgument = () =>
  Arg('maxObjects', () => Int, {
    nullable: true,
    description: 'Maximum number of objects. Defaults to the configured quota.',
  }) as ParameterDecorator;

const maxMiBArgument = () =>
  Arg('maxMiB', () => Int, {
    nullable: true,
    description: 'Maximum size of the stored objects in MiB. Defaults to the configured quota.',
  }) as ParameterDecorator;

@Resolver()
export class QuotaResolver {
  constructor(private readonly usages: UsageService) {}

  @Mutation(() => Application, {
    description:
      'Sets the storage quota of an application; `usage` returns it. Objects stored before are kept even if they exceed it.',
  })
  updateApplicationQuota(
    @Arg('applicationId', () => ID, { description: '`publicId` of the application.' }) applicationId: string,
    @maxObjectsArgument() maxObjects: number | null | undefined,
    @maxMiBArgument() maxMiB: number | null | undefined,
  ) {
    return this.usages.limitApplication(applicationId, quotaOf(maxObjects, maxMiB));
  }

  @Mutation(() => Dictionary, {
    description:
      'Sets the storage quota of a dictionary; `usage` returns it. Articles stored before are kept even if they exceed it.',
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
