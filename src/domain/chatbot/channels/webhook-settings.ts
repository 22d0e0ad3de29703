import { inMember, invalid } from '../../../shared/faults';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json';
import { BlockList, isIP } from 'node:net';

/** Types of channels: the HTTP interface of this server, and messengers. */
export const CHANNELS = ['http', 'telegram', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Settings for receiving messages from a channel and sending answers, in the shape of `connectors.NAME.webhook`. */
export interface WebhookSettings {
  readonly channel: Channel;
  /** Secret that signs incoming messages and, on the channel `http`, outgoing ones. For WhatsApp it is the app secret. */
  readonly secret: string;
  /** URL to which answers are sent: that of the receiver for the channel `http`, otherwise that of the API of the messenger. */
  readonly url: string;
  /** Token that authenticates the bot to the messenger. */
  readonly token: string;
  /** Token that WhatsApp sends to verify the webhook. */
  readonly verifyToken: string;
  readonly phoneNumberId: string;
  /** Number of the field that recognises messages. Defaults to the field of the application if it has only one. */
  readonly field?: number;
  /** Language tag (BCP 47) of messages that state no language. */
  readonly language?: string;
  /** Answer to a message for which the bot has no text. */
  readonly fallback?: string;
}

/** A member of the settings: the condition for its text, and the channels that require it. */
interface Member {
  readonly form: RegExp;
  readonly must: string;
  readonly needed?: readonly Channel[];
}

const WEBHOOK_MEMBERS: Readonly<Record<string, Member>> = {
  channel: { form: /^(http|telegram|whatsapp)$/u, must: `be ${CHANNELS.join(', ')}` },
  secret: { form: /^[!-~]{16,256}$/u, must: 'have 16 to 256 visible ASCII characters', needed: CHANNELS },
  url: { form: /^https?:\/\/[!-~]{1,2000}$/u, must: 'be an address with https', needed: ['http'] },
  token: {
    form: /^[\w:.|-]{10,1000}$/u,
    must: 'be the token that the messenger gave',
    needed: ['telegram', 'whatsapp'],
  },
  verify_token: {
    form: /^[!-~]{8,256}$/u,
    must: 'have 8 to 256 visible ASCII characters',
    needed: ['whatsapp'],
  },
  phone_number_id: { form: /^\d{1,32}$/u, must: 'have 1 to 32 digits', needed: ['whatsapp'] },
  field: { form: /^[1-9]\d{0,14}$/u, must: 'be the number of a field' },
  language: { form: /^[A-Za-z0-9-]{2,35}$/u, must: 'be a language tag (BCP 47)' },
  fallback: { form: /^[\s\S]{1,1000}$/u, must: 'have 1 to 1,000 characters' },
};

/** Telegram accepts only these characters in a secret token. Source: Telegram Bot API, setWebhook. */
const TELEGRAM_SECRET = /^[\w-]+$/u;

const ADDRESSES: Readonly<Record<Channel, string>> = {
  http: '',
  telegram: 'https://api.telegram.org',
  whatsapp: 'https://graph.facebook.com/v23.0',
};

/**
 * Reads the webhook from the settings of a connector. Settings are free JSON.
 *
 * @returns `undefined` if the settings have no `webhook` with a known `channel`
 * @throws Failure INVALID_INPUT that names the invalid member
 */
export function webhookIn(settings: JsonObject): WebhookSettings | undefined {
  const { webhook } = settings;
  if (!isJsonObject(webhook) || !CHANNELS.includes(webhook['channel'] as Channel)) return undefined;
  return inMember('webhook', () => checkedWebhook(webhook));
}

/**
 * Returns a check for settings that are being written, which refuses a webhook to which no message could be sent.
 *
 * @param toPrivate whether `http:` URLs and hosts of private networks are allowed
 * @returns a function that throws Failure INVALID_INPUT and names the invalid member
 */
export function webhookCheck(toPrivate: boolean): (settings: JsonObject) => void {
  return (settings) => {
    const webhook = webhookIn(settings);
    if (!webhook || toPrivate) return;
    const url = new URL(webhook.url);
    if (url.protocol !== 'https:')
      throw invalid(['webhook', 'url'], 'webhook.url must be an address with https');
    if (isPrivateHost(url))
      throw invalid(['webhook', 'url'], 'webhook.url must be an address of the public internet');
  };
}

function checkedWebhook(webhook: JsonObject): WebhookSettings {
  const channel = webhook['channel'] as Channel;
  refuseInvalidMembers(webhook, channel);
  const text = (name: string) => scalarText(webhook[name] ?? '');
  if (channel === 'telegram' && !TELEGRAM_SECRET.test(text('secret')))
    throw invalid('secret', 'webhook.secret must have letters, digits, _ and - only, as Telegram wants it');
  const url = text('url') || ADDRESSES[channel];
  if (!URL.canParse(url) || new URL(url).username + new URL(url).password !== '')
    throw invalid('url', 'webhook.url must be an address with https, without a user name or password');
  return {
    channel,
    secret: text('secret'),
    url: url.replace(/(?<!\/)\/+$/u, ''),
    token: text('token'),
    verifyToken: text('verify_token'),
    phoneNumberId: text('phone_number_id'),
    ...(webhook['field'] == null ? {} : { field: Number(webhook['field']) }),
    ...(webhook['language'] == null ? {} : { language: text('language') }),
    ...(webhook['fallback'] == null ? {} : { fallback: text('fallback') }),
  };
}

function refuseInvalidMembers(webhook: JsonObject, channel: Channel): void {
  const unknown = Object.keys(webhook).find((name) => !Object.hasOwn(WEBHOOK_MEMBERS, name));
  if (unknown !== undefined) throw invalid(unknown, `webhook has no member ${unknown}`);
  for (const [name, { form, must, needed = [] }] of Object.entries(WEBHOOK_MEMBERS)) {
    const value = webhook[name] ?? undefined;
    if (value === undefined && needed.includes(channel))
      throw invalid(name, `webhook.${name} is missing; the channel ${channel} needs it`);
    if (value !== undefined && !form.test(scalarText(value)))
      throw invalid(name, `webhook.${name} must ${must}`);
  }
}

function scalarText(value: Json): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Networks that are not the public internet. Source: IANA, special-purpose address registries. */
const SPECIAL_NETWORKS = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [network = '', bits] = range.split('/');
  SPECIAL_NETWORKS.addSubnet(network, Number(bits));
}

/** Allocated IPv6 addresses, without those that translate to other networks or are unreachable. */
const PUBLIC_IPV6_NETWORKS = new BlockList();
PUBLIC_IPV6_NETWORKS.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_IPV6_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  SPECIAL_IPV6_NETWORKS.addSubnet(network, bits, 'ipv6');

/** Whether an address belongs to no public host. IPv4 addresses in the form of IPv6 count as private, too. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 4) return SPECIAL_NETWORKS.check(address);
  return !PUBLIC_IPV6_NETWORKS.check(address, 'ipv6') || SPECIAL_IPV6_NETWORKS.check(address, 'ipv6');
}

/** Whether the host of a URL is visibly no public one: a private address, or a name without a dot. Other names may still have private addresses. */
function isPrivateHost({ hostname }: Pick<URL, 'hostname'>): boolean {
  const name = hostname.replace(/^\[|\]$/gu, '');
  return isIP(name) === 0 ? !name.replace(/\.$/u, '').includes('.') : isPrivate(name);
}
