import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { lastUpdate } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

/** The documented type is FieldRequest; as the single components of a field it stands in it and has no life of its own. */
@ObjectType({
  description: 'What a field is made of, in the shape of a field request.',
  simpleResolvers: true,
})
export class FieldComponents {
  @text('Public identifier, given by the owner or an import.')
  publicId!: string | null;

  @flag('Whether the components are active.')
  isActive!: boolean | null;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether they come from the platform itself.')
  platform!: boolean | null;

  @freeObject('Content of the components.')
  requestContent!: Json;

  @text('Name of the components.')
  requestName!: string | null;
}
