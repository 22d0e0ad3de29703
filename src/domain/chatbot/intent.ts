import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

/** Source of the fields: interface text, Intent. */
@ObjectType({
  implements: Node,
  description: 'Something that people want, and how they say it.',
  simpleResolvers: true,
})
export class Intent {
  @publicId()
  publicId!: string;

  @flag('Whether the intent is active.')
  isActive!: boolean | null;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @text('File in which the owner keeps the intent.')
  filename!: string | null;

  @text('Name of the intent.')
  intentName!: string | null;

  @freeObject('What the intent needs to know.')
  intentParams!: Json;

  @freeObject('Utterances, by language.')
  intentUtterances!: Json;

  @text('Language of the intent.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether it comes from the platform itself.')
  platform!: boolean | null;
}
