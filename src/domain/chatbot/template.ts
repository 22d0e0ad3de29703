import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

/** Source of the fields: interface text, Template. */
@ObjectType({ implements: Node, description: 'What the bot answers.', simpleResolvers: true })
export class Template {
  @publicId()
  publicId!: string;

  @flag('Whether the template is active.')
  isActive!: boolean | null;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @text('File in which the owner keeps the template.')
  filename!: string | null;

  @text('Language of the template.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether it comes from the platform itself.')
  platform!: boolean | null;

  @text('The answer in HTML, as the owner wrote it: not checked, to be shown in safe surroundings only.')
  templateHtml!: string | null;

  @text('Name of the template.')
  templateName!: string | null;

  @freeObject('What the template needs to know.')
  templateParams!: Json;

  @freeObject('The answers, by language.')
  templateResponses!: Json;
}
