import { ObjectType } from 'type-graphql';
import type { Json } from '../../shared/json';
import { Node } from '../values/node';
import {
  lastUpdate,
  number,
  type Loose,
  flag,
  freeObject,
  freeObjects,
  integer,
  loose,
  text,
} from './owned/members';

/** Source of the fields: interface text, ConversationRequest. */
@ObjectType({ implements: Node, description: 'One turn of a conversation.', simpleResolvers: true })
export class ConversationRequest {
  @number('Number of the request within its conversation, never reused.')
  number!: number;

  @loose('Whether the request is active.')
  active!: Loose | null;

  @loose('Identifier that the owner gives to its application.')
  appId!: Loose | null;

  @freeObject('What the bot answered.')
  botResponse!: Json;

  @flag('Whether the bot asks back.')
  followUp!: boolean | null;

  @freeObjects('What the bot needs to ask back.')
  followUpData!: Json;

  @freeObject('How the bot asks back.')
  followUpText!: Json;

  @text('Name of the intent that was understood.')
  intentName!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @integer('How often it was liked.')
  likeCount!: number | null;

  @freeObject('What understanding the request gave.')
  nluResponse!: Json;

  @flag('Whether the request was resolved.')
  resolved!: boolean | null;

  @text('Session within the conversation.')
  sessionId!: string | null;

  @freeObjects('Slots that were filled.')
  slots!: Json;

  @integer('How often it was disliked.')
  unlikeCount!: number | null;

  @loose('What the person asked.')
  userRequest!: Loose | null;
}

/** Source of the fields: interface text, Conversation. */
@ObjectType({
  implements: Node,
  description: 'A conversation of an application with a person.',
  simpleResolvers: true,
})
export class Conversation {
  @number('Number of the conversation within its application, never reused.')
  number!: number;

  @flag('Whether the conversation goes on.')
  isActive!: boolean | null;

  @text('Identifier that the owner gives to its application.')
  appId!: string | null;

  @text(
    'Token of the conversation. A secret: other accounts than the owner see that there is one, and no more.',
  )
  appToken!: string | null;

  @text('Language in which the bot speaks.')
  botLanguage!: string | null;

  @integer('Whether, and how, the session is disabled; the owner gives it its meaning.')
  disableSession!: number | null;

  @text('When the conversation ended.')
  end!: string | null;

  @lastUpdate()
  lastUpdate!: string | null;

  @integer('How often it was liked.')
  likeCount!: number | null;

  @flag('Whether it was held on the platform itself.')
  platform!: boolean | null;

  @text('When the conversation began.')
  start!: string | null;

  @integer('How often it was disliked.')
  unlikeCount!: number | null;

  @text('Picture of the person.')
  userAvatar!: string | null;

  @text('Identifier of the person.')
  userId!: string | null;

  @text('Language of the person.')
  userLanguage!: string | null;

  @text('Where the person is.')
  userLocation!: string | null;

  @text('Name of the person.')
  userName!: string | null;
}
