import { ObjectType } from 'type-graphql';
import { countField, largeNumberField } from '../../domain/values/described-fields';

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
