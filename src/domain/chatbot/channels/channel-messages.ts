import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../../shared/failure';
import { isJsonList, isJsonObject, type Json } from '../../../shared/json';
import { cut, nfc } from '../../../shared/text';
import type { Channel, WebhookSettings } from './webhook-settings';

/** A raw request of a channel. The body is the signed text. */
export interface WebhookRequest {
  readonly body: string;
  readonly id?: string | null | undefined;
  readonly timestamp?: string | null | undefined;
  readonly signature?: string | null | undefined;
}

/** A message of a person on a channel. */
export interface ChannelMessage {
  /** Identifier of the message on its channel; a repeated identifier is a duplicate. */
  readonly id: string;
  /** Address to which the answer is sent. */
  readonly sender: string;
  readonly name?: string | undefined;
  readonly language?: string | undefined;
  readonly text: string;
}

/** Maximum difference between the clocks of sender and server, in seconds. Source: Standard Webhooks. */
const TOLERANCE_SECONDS = 300;

/** Maximum length of the text of a message, in code points. The rest is ignored. */
const MAX_MESSAGE_LENGTH = 1000;

/** Maximum number of messages in one request. */
const MAX_MESSAGES = 20;

/** Maximum length of an identifier, a name or a language tag, in characters. */
const MAX_IDENTIFIER_LENGTH = 255;

/**
 * Checks that a request comes from its channel, by the signature or token of the channel.
 *
 * @param now milliseconds since 1970
 * @throws Failure UNAUTHENTICATED
 */
export function checkSignature(webhook: WebhookSettings, request: WebhookRequest, now: number): void {
  const { secret } = webhook;
  const { body, id, timestamp, signature } = request;
  if (signature == null) throw unsigned('The request is not signed');
  if (webhook.channel === 'http') {
    if (id == null || !/^[!-~]{1,255}$/u.test(id)) throw unsigned('webhook-id is missing or malformed');
    if (timestamp == null || !/^\d{1,12}$/u.test(timestamp))
      throw unsigned('webhook-timestamp must be the seconds since 1970');
    if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS)
      throw unsigned(
        `webhook-timestamp differs by more than ${TOLERANCE_SECONDS} seconds from the time of the server`,
      );
  }
  const expected = {
    http: () => `v1,${signatureOf(secret, `${id ?? ''}.${timestamp ?? ''}.${body}`)}`,
    telegram: () => secret,
    whatsapp: () => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }[webhook.channel]();
  // A sender may sign with both the old and the new secret while it replaces one.
  const signatures = webhook.channel === 'http' ? signature.split(' ').slice(0, 10) : [signature];
  if (!signatures.some((signature) => isSameSecret(signature, expected)))
    throw unsigned('The signature does not match');
}

/** Returns the signature of Standard Webhooks: HMAC-SHA256 in base64. If a secret begins with `whsec_`, the rest of it is base64. */
function signatureOf(secret: string, signed: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  return createHmac('sha256', key).update(signed).digest('base64');
}

/** Compares secrets in a time that does not depend on their content. */
export function isSameSecret(secret: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'comparison').update(text).digest();
  return timingSafeEqual(digest(secret), digest(other));
}

/**
 * Returns the text messages in a request. The bot does not answer other events, such as pictures, receipts and edits.
 *
 * @throws Failure BODY_MALFORMED
 */
export function messagesIn(webhook: WebhookSettings, request: WebhookRequest): readonly ChannelMessage[] {
  const read = { http: httpMessage, telegram: telegramMessage, whatsapp: whatsappMessages }[webhook.channel];
  const messages = read(parsedBody(request.body), webhook, request).filter(({ text }) => text.trim() !== '');
  if (messages.length > MAX_MESSAGES)
    throw new Failure('BODY_MALFORMED', `The request has more than ${MAX_MESSAGES} messages`);
  return messages.map((message) => ({ ...message, text: cut(nfc(message.text).trim(), MAX_MESSAGE_LENGTH) }));
}

type Reader = (body: Json, webhook: WebhookSettings, request: WebhookRequest) => readonly ChannelMessage[];

/** `{ "sender", "text", "name"?, "language"? }` */
const httpMessage: Reader = (body, _webhook, { id }) => {
  const sender = identifierAt(body, 'sender');
  const text = identifierAt(body, 'text');
  if (sender === undefined || text === undefined)
    throw new Failure(
      'BODY_MALFORMED',
      `The body must have the texts sender and text; sender has at most ${MAX_IDENTIFIER_LENGTH} characters`,
    );
  return [
    {
      id: id ?? '',
      sender,
      text,
      name: identifierAt(body, 'name'),
      language: identifierAt(body, 'language'),
    },
  ];
};

/**
 * Messages of other bots are ignored, because two bots could otherwise exchange messages without end. Source: Telegram Bot API, Update
 * and Message.
 */
const telegramMessage: Reader = (body) => {
  const id = identifierAt(body, 'update_id');
  if (id === undefined)
    throw new Failure('BODY_MALFORMED', 'The body must be an Update of Telegram with update_id');
  const from = at(body, 'message', 'from');
  const sender = identifierAt(body, 'message', 'chat', 'id');
  const text = identifierAt(body, 'message', 'text');
  if (sender === undefined || text === undefined || at(from, 'is_bot') === true) return [];
  return [
    {
      id,
      sender,
      text,
      name: identifierAt(from, 'first_name'),
      language: identifierAt(from, 'language_code'),
    },
  ];
};

/** Source: WhatsApp Cloud API, webhooks, payload of messages. A webhook may serve several numbers. */
const whatsappMessages: Reader = (body, { phoneNumberId }) => {
  if (at(body, 'object') !== 'whatsapp_business_account')
    throw new Failure('BODY_MALFORMED', 'The body must be a notification of whatsapp_business_account');
  const values = listAt(body, 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .map((change) => at(change, 'value') ?? null)
    .filter((value) => identifierAt(value, 'metadata', 'phone_number_id') === phoneNumberId);
  return values.flatMap((value) =>
    listAt(value, 'messages').flatMap((message) => {
      const [id, sender] = [identifierAt(message, 'id'), identifierAt(message, 'from')];
      const text = identifierAt(message, 'text', 'body');
      if (id === undefined || sender === undefined || text === undefined) return [];
      const contact =
        listAt(value, 'contacts').find((contact) => identifierAt(contact, 'wa_id') === sender) ?? null;
      return [{ id, sender, text, name: identifierAt(contact, 'profile', 'name') }];
    }),
  );
};

/** An answer of the bot that is to be delivered. */
export interface Reply {
  /** Identifier of the answer, the same for each attempt. */
  readonly id: string;
  readonly to: string;
  readonly text: string;
  /** Number of the conversation, and identifier of the answered message. */
  readonly conversation: number;
  readonly messageId: string;
}

/** An HTTP request to a channel. */
export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the request that sends an answer to its channel. @param now milliseconds since 1970 */
export function replyRequest(webhook: WebhookSettings, reply: Reply, now: number): ChannelRequest {
  return REQUESTS[webhook.channel](webhook, reply, now);
}

const REQUESTS: Readonly<
  Record<Channel, (webhook: WebhookSettings, reply: Reply, now: number) => ChannelRequest>
> = {
  http: ({ url, secret }, { id, to, text, conversation, messageId }, now) => {
    const timestamp = String(Math.floor(now / 1000));
    const date = new Date(now).toISOString();
    const data = { to, text, conversation, in_reply_to: messageId };
    const body = JSON.stringify({ type: 'message.reply', timestamp: date, data });
    const signature = `v1,${signatureOf(secret, `${id}.${timestamp}.${body}`)}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return { url, headers, body };
  },
  telegram: ({ url, token }, { to, text, id }) => ({
    url: `${url}/bot${token}/sendMessage`,
    headers: { 'idempotency-key': id },
    body: JSON.stringify({ chat_id: to, text }),
  }),
  whatsapp: ({ url, token, phoneNumberId }, { to, text, id }) => ({
    url: `${url}/${phoneNumberId}/messages`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': id },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to,
      type: 'text',
      text: { preview_url: false, body: text },
      biz_opaque_callback_data: id,
    }),
  }),
};

function parsedBody(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    throw new Failure('BODY_MALFORMED', 'The request body is not valid JSON');
  }
}

function at(json: Json | undefined, ...path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return json;
  return isJsonObject(json) && Object.hasOwn(json, name) ? at(json[name], ...rest) : undefined;
}

/** Returns a text or number at a path as an identifier; `undefined` for other values and for texts that are too long. */
function identifierAt(json: Json | undefined, ...path: readonly string[]): string | undefined {
  const value = at(json, ...path);
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '') return undefined;
  const isText = ['text', 'body'].includes(path.at(-1) ?? '');
  return isText || text.length <= MAX_IDENTIFIER_LENGTH ? text : undefined;
}

function listAt(json: Json | undefined, name: string): readonly Json[] {
  const list = at(json, name);
  return isJsonList(list) ? list : [];
}

function unsigned(message: string): Failure {
  return new Failure('UNAUTHENTICATED', message);
}
