import 'reflect-metadata';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { checkedMembers, invalid } from '../../shared/faults';
import { freeJsonText, isJsonObject, type JsonObject } from '../../shared/json';

/** One connector for each kind of external channel. Source: interface decisions, section 4, "connectors". */
const CONNECTORS = {
  voiceAssistant: 'Settings of voice assistants.',
  socialMessenger: 'Settings of social network messengers.',
  smartSpeaker: 'Settings of smart speakers.',
  teamChat: 'Settings of team chats.',
  botFramework: 'Settings of bot frameworks.',
  teamMessaging: 'Settings of team messaging.',
  instantMessaging: 'Settings of instant messaging.',
  telephony: 'Settings of telephony and text messages.',
} as const;

export type ConnectorName = keyof typeof CONNECTORS;

const CONNECTOR_NAMES = Object.keys(CONNECTORS) as readonly ConnectorName[];

/** The connectors of an application to its channels. All eight are always present, empty if unset. */
export type ConnectorSettings = Readonly<Record<ConnectorName, JsonObject>>;

@ObjectType({
  description:
    'Settings of the channels that connect an application to its users. The values are secrets: callers other than the application itself and the platform see only their names.',
  simpleResolvers: true,
})
export class Connectors {}

@InputType({
  description:
    'Channel settings to write. Each given channel replaces its previous settings; null clears them.',
})
export class ConnectorsInput {}

/** The names of connectors, as enum values. */
export const ConnectorNames = Object.fromEntries(
  CONNECTOR_NAMES.map((name) => [name.replace(/[A-Z]/gu, '_$&').toUpperCase(), name]),
) as Readonly<Record<string, ConnectorName>>;

registerEnumType(ConnectorNames, {
  name: 'ConnectorName',
  description: 'A connector of an application.',
  valuesConfig: Object.fromEntries(
    Object.entries(ConnectorNames).map(([name, connector]) => [name, { description: CONNECTORS[connector] }]),
  ),
});

for (const [name, description] of Object.entries(CONNECTORS)) {
  Field(() => GraphQLJSONObject, { description })(Connectors.prototype, name);
  Field(() => GraphQLJSONObject, { nullable: true, description })(ConnectorsInput.prototype, name);
}

/**
 * Replaces some of the settings; null clears those of a connector.
 *
 * @param checked a further check of the settings of a connector
 * @throws Failure INVALID_INPUT unless the input has only objects for the eight channels
 */
export function connectorsWith(
  settings: Partial<ConnectorSettings>,
  changes: Readonly<Record<string, unknown>>,
  checked: (settings: JsonObject) => unknown = () => undefined,
): ConnectorSettings {
  const checks = Object.entries(changes).map(([name, value]) => {
    const check = () => {
      if (!Object.hasOwn(CONNECTORS, name)) throw invalid([], `connectors has no ${name}`);
      if (value !== null && !isJsonObject(value)) throw invalid([], `connectors.${name} must be an object`);
      freeJsonText(value);
      if (value !== null) checked(value);
    };
    return [name, check] as const;
  });
  checkedMembers(Object.fromEntries(checks));
  const all = CONNECTOR_NAMES.map(
    (name) => [name, changes[name] === null ? {} : (changes[name] ?? settings[name] ?? {})] as const,
  );
  return Object.fromEntries(all) as ConnectorSettings;
}
