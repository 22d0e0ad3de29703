import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

/** Source of the fields: interface text, Entity. */
@ObjectType({ implements: Node, description: 'A kind of thing that people speak of.', simpleResolvers: true })
export class Entity {
  @publicId()
  publicId!: string;

  @flag('Whether the entity is active.')
  isActive!: boolean | null;

  @text('Name of the entity.')
  entityName!: string | null;

  @freeObject('Its values and their synonyms.')
  entityValues!: Json;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @text('File in which the owner keeps the entity.')
  filename!: string | null;

  @text('Language of the values.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether it comes from the platform itself.')
  platform!: boolean | null;
}
