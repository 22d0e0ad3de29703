import { ObjectType } from 'type-graphql';
import { Node } from '../values/node';
import { FieldComponents } from './field-components';
import { lastUpdate, number } from './owned/given-members';
import type { Loose } from './owned/loose-scalar';
import { flag, loose, part, text } from './owned/members';

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
