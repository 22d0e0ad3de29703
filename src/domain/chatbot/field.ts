import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import {
  lastUpdate,
  numberField,
  flag,
  freeObject,
  text,
  loose,
  partField,
  type Loose,
} from './resource/resource-fields';
import { Node } from '../values/node';

/** The documented type is FieldRequest; as the single components of a field, it is a part of the field instead of an object. */
@ObjectType({
  description: 'Components of a field, in the shape of a field request.',
  simpleResolvers: true,
})
export class FieldComponents {
  @text('Public identifier, given by the owner or an import.')
  publicId!: string | null;

  @flag('Whether the components are active.')
  isActive!: boolean | null;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the components.')
  platform!: boolean | null;

  @freeObject('Content of the components.')
  requestContent!: Json;

  @text('Name of the components.')
  requestName!: string | null;
}

/** Source of the fields: interface text, Field. */
@ObjectType({
  implements: Node,
  description: 'A field of knowledge of an application: what the bot understands and what it answers.',
  simpleResolvers: true,
})
export class Field {
  @numberField('Number of the field, unique within its application and never reused.')
  number!: number;

  @loose('Whether the field is active.')
  active!: Loose | null;

  @text('Author of the field.')
  author!: string | null;

  @text('Company of the author.')
  company!: string | null;

  @partField(FieldComponents, 'Components of the field.')
  components!: FieldComponents | null;

  @loose('Country of the field.')
  country!: Loose | null;

  @loose('Subject of the field.')
  description!: Loose | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @loose('Logo of the field.')
  logo!: Loose | null;

  @text('Maintainer of the field.')
  maintainer!: string | null;

  @text('Name of the field.')
  name!: string | null;

  @flag('Whether the owner marks the field as public. The flag does not make the field visible to others.')
  public!: boolean | null;

  @text('Version of the field.')
  version!: string | null;
}
