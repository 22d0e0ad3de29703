import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../values/node';
import { dictionaryIdField, textField } from '../values/described-fields';

export const MediaKind = { AUDIO: 'audio', PICTURE: 'picture' } as const;
export type MediaKind = (typeof MediaKind)[keyof typeof MediaKind];
registerEnumType(MediaKind, {
  name: 'MediaKind',
  description: 'Kind of a media file.',
  valuesConfig: {
    AUDIO: { description: 'A recording.' },
    PICTURE: { description: 'A picture.' },
  },
});

/** A recording or a picture of an article. */
@ObjectType({
  implements: Node,
  description:
    'A recording or picture of an article. An address (`href`) in the content of the article whose last part is the name of the file means this file.',
  simpleResolvers: true,
})
export class Media {
  @Field(() => ID, {
    name: 'publicId',
    simple: false,
    description: 'Public identifier of the recording or picture. Pass it as `media`.',
  })
  mediaId!: string;

  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, {
    name: 'articleNumber',
    simple: false,
    description: 'Number of the article.',
  })
  number!: number;

  @Field(() => String, { description: 'Name of the file. No other file of the article has it.' })
  name!: string;

  @Field(() => MediaKind, { description: 'Whether it is a recording or a picture.' })
  kind!: MediaKind;

  @Field(() => String, { description: 'Media type, by the content of the file, e.g. `audio/mpeg`.' })
  mediaType!: string;

  @Field(() => Int, { description: 'Size in bytes.' })
  size!: number;

  @Field(() => String, { description: 'SHA-256 of the content in hexadecimal digits.' })
  sha256!: string;

  @Field(() => Int, { nullable: true, description: 'Width of a picture in pixels.' })
  width!: number | null;

  @Field(() => Int, { nullable: true, description: 'Height of a picture in pixels.' })
  height!: number | null;

  @textField('Description in words, for people who cannot hear or see it.')
  description!: string | null;

  @textField('Language tag of the speech.')
  lang!: string | null;

  @textField('Name of the speaker, or of the author of the picture.')
  speaker!: string | null;

  @textField('License, e.g. `CC BY-SA 4.0`.')
  license!: string | null;

  @Field(() => String, { description: 'Username of the account that added it.' })
  addedBy!: string;

  @Field(() => Date, { description: 'When it was added.' })
  createdAt!: Date;
}

/** A recording or picture as it is stored. */
export type MediaRecord = Pick<Media, keyof Media>;

/** The descriptive fields of a file. */
export type MediaLabels = Pick<Media, 'description' | 'lang' | 'speaker' | 'license'>;

/** The content of one or several media files of a dictionary. Equal contents are stored once. */
export interface MediaFileRecord {
  readonly dictionaryId: string;
  readonly sha256: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** Number of media files that have this content. */
  readonly references: number;
}

/** A chunk of a content. */
export interface MediaChunkRecord {
  readonly dictionaryId: string;
  readonly sha256: string;
  /** Offset of the chunk in bytes: a multiple of `MEDIA_CHUNK`. */
  readonly at: number;
  readonly content: Buffer;
}

/** Size of a chunk, in bytes. */
export const MEDIA_CHUNK = 256 * 1024;
