import { Arg, Args, ArgsType, Field, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { applicationNamed, dictionaryNamed } from '../node/named-objects';
import { applicationId, publicIdArgument } from './application-input';
import type { QuotaSetting, UsageService } from '../../services/applications/usage.service';
import { countField, largeNumberField } from '../../domain/values/described-fields';

const MAX_OBJECTS = {
  nullable: true,
  description: 'Maximum number of objects. Defaults to the configured quota.',
} as const;

const MAX_MIB = {
  nullable: true,
  description: 'Maximum size of the stored objects in MiB. Defaults to the configured quota.',
} as const;

@ArgsType()
class DictionaryQuotaArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the dictionary.' })
  id?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier or number of the dictionary. Replaces `id`.',
  })
  dictionary?: string | null;

  @Field(() => Int, MAX_OBJECTS)
  maxObjects?: number | null;

  @Field(() => Int, MAX_MIB)
  maxMiB?: number | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it is the quota of recordings and pictures, which `mediaUsage` returns.',
  })
  ofMedia!: boolean;
}

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
    @Arg('maxObjects', () => Int, MAX_OBJECTS) maxObjects: number | null | undefined,
    @Arg('maxMiB', () => Int, MAX_MIB) maxMiB: number | null | undefined,
  ) {
    return this.usages.limitApplication(applicationNamed({ id, publicId }), quotaOf(maxObjects, maxMiB));
  }

  @Mutation(() => Dictionary, {
    description:
      'Sets the storage quota of a dictionary; `usage` returns it. Articles stored before are kept even if they exceed it.',
  })
  updateDictionaryQuota(
    @Args(() => DictionaryQuotaArgs) { id, dictionary, maxObjects, maxMiB, ofMedia }: DictionaryQuotaArgs,
  ) {
    const quota = { ...quotaOf(maxObjects, maxMiB), ofMedia };
    return this.usages.limitDictionary(dictionaryNamed({ dictionaryId: id, dictionary }, 'id'), quota);
  }
}

function quotaOf(maxObjects: number | null | undefined, maxMiB: number | null | undefined): QuotaSetting {
  return { maxObjects: maxObjects ?? null, maxMiB: maxMiB ?? null };
}

@ObjectType('Usage', {
  description:
    'Storage in use and its quota. The server refuses a write that would exceed the quota with `QUOTA_EXCEEDED`.',
  simpleResolvers: true,
})
export class UsageView {
  @countField(
    'Number of stored objects: the objects that an application owns, or the articles of a dictionary.',
  )
  objects!: number;

  @largeNumberField(
    'Size of the stored objects in bytes: the texts plus 512 bytes per object. Earlier revisions of articles count too.',
  )
  bytes!: number;

  @countField('Maximum number of objects.')
  maxObjects!: number;

  @largeNumberField('Maximum number of bytes.')
  maxBytes!: number;
}
