import 'reflect-metadata';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { Failure } from '../../shared/failure';
import { freeJsonText, isJsonObject, type JsonObject } from '../../shared/json';

/** One for each kind of external channel. Source: interface decisions, section 4, "connectors". */
const CONNECTORS = {
  voiceAssistant: 'Voice assistants.',
  socialMessenger: 'Messengers of social networks.',
  smartSpeaker: 'Smart speakers.',
  teamChat: 'Team chats.',
  botFramework: 'Bot frameworks of companies.',
  teamMessaging: 'Team messaging.',
  instantMessaging: 'Instant messaging.',
  telephony: 'Telephony and text messages.',
} as const;

export type ConnectorName = keyof typeof CONNECTORS;

const CONNECTOR_NAMES = Object.keys(CONNECTORS) as readonly ConnectorName[];

/** How an application reaches each channel. All eight are always there, empty where nothing is set. */
export type ConnectorSettings = Readonly<Record<ConnectorName, JsonObject>>;

@ObjectType({
  description:
    'How an application reaches its channels. The values are secrets: others than the owner and the platform see the names alone.',
  simpleResolvers: true,
})
export class Connectors {}

@InputType({ description: 'Channels to set; each takes the place of what was set for it, null empties it.' })
export class ConnectorsInput {}

for (const [name, description] of Object.entries(CONNECTORS)) {
  const decorate = (nullable: boolean) => Field(() => GraphQLJSONObject, { nullable, description });
  decorate(false)(Connectors.prototype, name);
  decorate(true)(ConnectorsInput.prototype, name);
}

/**
 * Settings with some of them replaced; null empties one.
 *
 * @throws Failure INVALID_INPUT when something else is given than objects for the eight channels
 */
export function connectorsWith(
  settings: Partial<ConnectorSettings>,
  given: Readonly<Record<string, unknown>>,
): ConnectorSettings {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(CONNECTORS, name)) throw new Failure('INVALID_INPUT', `connectors has no ${name}`);
    if (value !== null && !isJsonObject(value))
      throw new Failure('INVALID_INPUT', `connectors.${name} must be an object`);
    freeJsonText(value);
  }
  const all = CONNECTOR_NAMES.map(
    (name) => [name, given[name] === null ? {} : (given[name] ?? settings[name] ?? {})] as const,
  );
  return Object.fromEntries(all) as ConnectorSettings;
}
