import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

/** Source of the fields: interface text, Corpus. */
@ObjectType({ implements: Node, description: 'Text that a field learns from.', simpleResolvers: true })
export class Corpus {
  @publicId()
  publicId!: string;

  @flag('Whether the corpus is active.')
  isActive!: boolean | null;

  @freeObject('The text.')
  corpusContent!: Json;

  @text('Name of the corpus.')
  corpusName!: string | null;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether it comes from the platform itself.')
  platform!: boolean | null;
}
