import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId, flag, freeObject, text, freeObjects } from './resource/resource-fields';

/** Source of the fields: interface text, Entity. */
@ObjectType({
  implements: Node,
  description: 'An entity: a category of things that users mention, with its values.',
  simpleResolvers: true,
})
export class Entity {
  @publicId()
  publicId!: string;

  @flag('Whether the entity is active.')
  isActive!: boolean | null;

  @text('Name of the entity.')
  entityName!: string | null;

  @freeObject('Values of the entity and their synonyms.')
  entityValues!: Json;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @text('Name of the file that defines the entity.')
  filename!: string | null;

  @text('Language of the values.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the object.')
  platform!: boolean | null;
}

/** Source of the fields: interface text, Corpus. */
@ObjectType({
  implements: Node,
  description: 'A corpus: text from which a field is trained.',
  simpleResolvers: true,
})
export class Corpus {
  @publicId()
  publicId!: string;

  @flag('Whether the corpus is active.')
  isActive!: boolean | null;

  @freeObject('Text of the corpus.')
  corpusContent!: Json;

  @text('Name of the corpus.')
  corpusName!: string | null;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the object.')
  platform!: boolean | null;
}

/** Source of the fields: interface text, Intent. */
@ObjectType({
  implements: Node,
  description: 'An intent: something that users want, with the utterances that express it.',
  simpleResolvers: true,
})
export class Intent {
  @publicId()
  publicId!: string;

  @flag('Whether the intent is active.')
  isActive!: boolean | null;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @text('Name of the file that defines the intent.')
  filename!: string | null;

  @text('Name of the intent.')
  intentName!: string | null;

  @freeObject('Parameters of the intent.')
  intentParams!: Json;

  @freeObject('Utterances that express the intent, by language.')
  intentUtterances!: Json;

  @text('Language of the intent.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the object.')
  platform!: boolean | null;
}

/** Source of the fields: interface text, FieldRequest. */
@ObjectType({ implements: Node, description: 'A request that a field handles.', simpleResolvers: true })
export class FieldRequest {
  @publicId()
  publicId!: string;

  @flag('Whether the request is active.')
  isActive!: boolean | null;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the object.')
  platform!: boolean | null;

  @freeObject('Content of the request.')
  requestContent!: Json;

  @text('Name of the request.')
  requestName!: string | null;
}

/** Source of the fields: interface text, Template. */
@ObjectType({
  implements: Node,
  description: 'A template of an answer that the bot gives.',
  simpleResolvers: true,
})
export class Template {
  @publicId()
  publicId!: string;

  @flag('Whether the template is active.')
  isActive!: boolean | null;

  @text('Identifier of the field, chosen by its owner.', 'externalFieldId')
  fieldId!: string | null;

  @text('Name of the file that defines the template.')
  filename!: string | null;

  @text('Language of the template.')
  language!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @flag('Whether the platform provides the object.')
  platform!: boolean | null;

  @text('The answer as HTML. The server does not sanitize it: render it only in a sandbox.')
  templateHtml!: string | null;

  @text('Name of the template.')
  templateName!: string | null;

  @freeObject('Parameters of the template.')
  templateParams!: Json;

  @freeObject('Answers of the bot, by language.')
  templateResponses!: Json;
}

/** Source of the fields: interface text, FieldsCompiler. */
@ObjectType({
  implements: Node,
  description: 'A compiler, which builds a bot from the fields of an application.',
  simpleResolvers: true,
})
export class FieldsCompiler {
  @publicId()
  publicId!: string;

  @text('Identifier of the application, chosen by its owner.', 'externalAppId')
  appId!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @freeObjects('Platforms for which the compiler builds.')
  platform!: Json;

  @freeObject('Progress of the compilation.')
  status!: Json;

  @text('URL at which the compiler runs.')
  url!: string | null;
}
