import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import {
  lastUpdate,
  numberField,
  type Loose,
  flag,
  freeObject,
  freeObjects,
  integer,
  loose,
  text,
} from './resource/resource-fields';

/** Source of the fields: interface text, ConversationRequest. */
@ObjectType({
  implements: Node,
  description: 'A request in a conversation: what the person asked and what the bot answered.',
  simpleResolvers: true,
})
export class ConversationRequest {
  @numberField('Number of the request, unique within its conversation and never reused.')
  number!: number;

  @loose('Whether the request is active.')
  active!: Loose | null;

  @loose('Identifier of the application, chosen by its owner.', 'externalAppId')
  appId!: Loose | null;

  @freeObject('The answer of the bot.')
  botResponse!: Json;

  @flag('Whether the bot asks a follow-up question.')
  followUp!: boolean | null;

  @freeObjects('Data for the follow-up question.')
  followUpData!: Json;

  @freeObject('Text of the follow-up question.')
  followUpText!: Json;

  @text('Name of the recognised intent.')
  intentName!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @integer('Number of likes.')
  likeCount!: number | null;

  @freeObject('Result of natural language understanding.')
  nluResponse!: Json;

  @flag('Whether the request was resolved.')
  resolved!: boolean | null;

  @text('Identifier of the session within the conversation.')
  sessionId!: string | null;

  @freeObjects('Slots filled by the request.')
  slots!: Json;

  @integer('Number of dislikes.')
  unlikeCount!: number | null;

  @loose('The question or message of the person.')
  userRequest!: Loose | null;
}

/** Source of the fields: interface text, Conversation. */
@ObjectType({
  implements: Node,
  description: 'A conversation of an application with a person.',
  simpleResolvers: true,
})
export class Conversation {
  @numberField('Number of the conversation, unique within its application and never reused.')
  number!: number;

  @flag('Whether the conversation is still active.')
  isActive!: boolean | null;

  @text('Identifier of the application, chosen by its owner.', 'externalAppId')
  appId!: string | null;

  @text(
    'Token of the conversation. It is a secret: callers other than its application and the platform see only whether it is set.',
  )
  appToken!: string | null;

  @text('Language of the bot.')
  botLanguage!: string | null;

  @integer('Whether and how the session is disabled. The application defines the meaning of the number.')
  disableSession!: number | null;

  @text('When the conversation ended.')
  end!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @integer('Number of likes.')
  likeCount!: number | null;

  @flag('Whether the conversation took place on the platform itself.')
  platform!: boolean | null;

  @text('When the conversation began.')
  start!: string | null;

  @integer('Number of dislikes.')
  unlikeCount!: number | null;

  @text('URL of a picture of the person.')
  userAvatar!: string | null;

  @text('Identifier of the person.', 'externalUserId')
  userId!: string | null;

  @text('Language of the person.')
  userLanguage!: string | null;

  @text('Location of the person.')
  userLocation!: string | null;

  @text('Name of the person.')
  userName!: string | null;
}
