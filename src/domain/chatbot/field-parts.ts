import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId, flag, freeObject, text, freeObjects } from './owned/members';

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

/** Source of the fields: interface text, FieldRequest. */
@ObjectType({ implements: Node, description: 'A request that a field serves.', simpleResolvers: true })
export class FieldRequest {
  @publicId()
  publicId!: string;

  @flag('Whether the request is active.')
  isActive!: boolean | null;

  @text('Identifier that the owner gives to the field.')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether it comes from the platform itself.')
  platform!: boolean | null;

  @freeObject('Content of the request.')
  requestContent!: Json;

  @text('Name of the request.')
  requestName!: string | null;
}

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

/** Source of the fields: interface text, FieldsCompiler. */
@ObjectType({
  implements: Node,
  description: 'What turns the fields of an application into a bot.',
  simpleResolvers: true,
})
export class FieldsCompiler {
  @publicId()
  publicId!: string;

  @text('Identifier that the owner gives to its application.')
  appId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @freeObjects('The platforms it compiles for.')
  platform!: Json;

  @freeObject('How far it is.')
  status!: Json;

  @text('Where it runs.')
  url!: string | null;
}
