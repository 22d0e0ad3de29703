import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { lastUpdate, number, flag, freeObject, text, loose, part, type Loose } from './owned/members';
import { Node } from '../values/node';

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

/** Source of the fields: interface text, Field. */
@ObjectType({
  implements: Node,
  description: 'A field of knowledge of an application: what it understands, and what it answers.',
  simpleResolvers: true,
})
export class Field {
  @number('Number of the field within its application, never reused.')
  number!: number;

  @loose('Whether the field is active.')
  active!: Loose | null;

  @text('Who wrote the field.')
  author!: string | null;

  @text('Company of the author.')
  company!: string | null;

  @part(FieldComponents, 'What the field is made of.')
  components!: FieldComponents | null;

  @loose('Country of the field.')
  country!: Loose | null;

  @loose('What the field is about.')
  description!: Loose | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @loose('Logo of the field.')
  logo!: Loose | null;

  @text('Who looks after the field.')
  maintainer!: string | null;

  @text('Name of the field.')
  name!: string | null;

  @flag('Whether the owner calls the field public. The server shows it to nobody else for that.')
  public!: boolean | null;

  @text('Version of the field.')
  version!: string | null;
}
