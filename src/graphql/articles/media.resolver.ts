import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Info,
  InputType,
  Mutation,
  Resolver,
  Root,
} from 'type-graphql';
import { Article } from '../../domain/article/article';
import { Media } from '../../domain/article/media';
import { type MediaService, MAX_MEDIA } from '../../services/articles/media.service';
import { COST, COST_OF_INNER_LIST, COST_OF_INNER_READ, MAX_ITEMS } from '../../shared/extensions';
import { mediaPath } from '../../shared/http';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { articleNamed, mediaNamed } from '../node/named-objects';
import { articleProjection, ITSELF } from './article-projection';
import { textField } from '../../domain/values/described-fields';

@InputType({ description: 'Metadata of a recording or picture.' })
class MediaInput {
  @textField('Description in words, for people who cannot hear or see it.')
  description?: string | null;

  @textField('Language tag of the speech.')
  lang?: string | null;

  @textField('Name of the speaker, or of the author of the picture.')
  speaker?: string | null;

  @textField('License, e.g. `CC BY-SA 4.0`.')
  license?: string | null;
}

@ArgsType()
class NewMediaArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the article.' })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier or number of the dictionary. Requires `number`, and replaces `articleId`.',
  })
  dictionary?: string | null;

  @Field(() => ID, { nullable: true, description: 'Number or public identifier of the article.' })
  number?: string | null;

  @Field(() => ID, {
    description: 'Identifier of the upload: the last part of the address at which it was created.',
  })
  upload!: string;
}

/** Names one recording or picture. */
@ArgsType()
class MediaNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the recording or picture.' })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `publicId` of the file. Replaces `id`.' })
  media?: string | null;
}

const mediaName = () => Args(() => MediaNameArgs) as ParameterDecorator;

/** Resolves recordings and pictures. */
@Resolver(() => Media)
export class MediaResolver {
  constructor(private readonly service: MediaService) {}

  @Mutation(() => Media, {
    description:
      'Adds an uploaded file to an article as a recording or picture: MP3, Ogg, WAV, FLAC, MP4 or WebM audio, JPEG, PNG, GIF, WebP or AVIF, at most 15 MiB. Upload it to `/import/uploads` first.',
  })
  createMedia(
    @Args(() => NewMediaArgs) { upload, articleId, ...names }: NewMediaArgs,
    @Arg('input', () => MediaInput, {
      defaultValue: {},
      description: 'Metadata of the recording or picture.',
    })
    labels: MediaInput,
    @Ctx() context: Context,
  ) {
    const address = articleNamed({ ...names, id: articleId }, 'articleId');
    return this.service.create(viewerWithAccount(context), address, { uploadId: upload, labels });
  }

  @Mutation(() => Media, {
    description:
      'Changes the metadata of a recording or picture. Omitted fields keep their value; null clears a field.',
  })
  updateMedia(
    @mediaName() names: MediaNameArgs,
    @Arg('input', () => MediaInput, { description: 'Metadata of the recording or picture.' })
    labels: MediaInput,
    @Ctx() { viewer }: Context,
  ) {
    return this.service.update(viewer, mediaNamed(names), labels);
  }

  @Mutation(() => Media, { description: 'Deletes a recording or picture. Returns it as it was.' })
  deleteMedia(@mediaName() names: MediaNameArgs, @Ctx() { viewer }: Context) {
    return this.service.remove(viewer, mediaNamed(names));
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the recording or picture.' })
  id(@Root() { mediaId }: Media): string {
    return globalId('Media', mediaId);
  }

  @FieldResolver(() => String, {
    description: 'Path of the content of the file on this server. It never changes under its path.',
  })
  url(@Root() { dictionaryId, mediaId }: Media): string {
    return mediaPath(dictionaryId, mediaId);
  }

  @FieldResolver(() => Article, { nullable: true, description: 'The article.' })
  @Extensions({ [COST]: COST_OF_INNER_READ })
  article(
    @Root() { dictionaryId, number }: Media,
    @Ctx() { articles }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return articles.load({ dictionaryId, id: String(number), fields: articleProjection(info, ITSELF) });
  }
}

/** Resolves the recordings and pictures of an article. */
@Resolver(() => Article)
export class ArticleMediaResolver {
  @FieldResolver(() => [Media], {
    description: 'Recordings and pictures of the article, ordered by file name, at most 50.',
  })
  @Extensions({ [COST]: COST_OF_INNER_LIST, [MAX_ITEMS]: MAX_MEDIA })
  media(@Root() { dictionaryId, number }: Article, @Ctx() { mediaOfArticles }: Context) {
    return mediaOfArticles.load({ dictionaryId, number });
  }
}
