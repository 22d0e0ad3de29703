import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { freeObject, freeObjects, text } from './owned/members';

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
