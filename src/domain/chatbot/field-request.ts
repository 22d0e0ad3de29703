import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import { lastUpdate, publicId } from './owned/given-members';
import { flag, freeObject, text } from './owned/members';

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
