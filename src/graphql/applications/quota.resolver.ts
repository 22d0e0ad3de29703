import { Arg, Int, Mutation, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { dictionaryId, dictionaryName } from '../dictionaries/dictionary.resolver';
import { applicationNamed, dictionaryNamed } from '../node/named-objects';
import { applicationId, publicIdArgument } from './application-input';
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
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @maxObjectsArgument() maxObjects: number | null | undefined,
    @maxMiBArgument() maxMiB: number | null | undefined,
  ) {
    return this.usages.limitApplication(applicationNamed({ id, publicId }), quotaOf(maxObjects, maxMiB));
  }

  @Mutation(() => Dictionary, {
    description:
      'Sets the storage quota of a dictionary; `usage` returns it. Articles stored before are kept even if they exceed it.',
  })
  updateDictionaryQuota(
    @dictionaryId() id: string | null,
    @dictionaryName() dictionary: string | null,
    @maxObjectsArgument() maxObjects: number | null | undefined,
    @maxMiBArgument() maxMiB: number | null | undefined,
  ) {
    return this.usages.limitDictionary(
      dictionaryNamed({ dictionaryId: id, dictionary }, 'id'),
      quotaOf(maxObjects, maxMiB),
    );
  }
}

function quotaOf(maxObjects: number | null | undefined, maxMiB: number | null | undefined): GivenQuota {
  return { maxObjects: maxObjects ?? null, maxMiB: maxMiB ?? null };
}
