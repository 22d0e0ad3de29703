import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SECRET = 'a-secret-of-the-connector';
export const APP_SECRET = 'a-secret-of-the-whatsapp-app';
export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
export const PHONE = '106540352242922';

/** The status for a receiver that does not answer. */
export const NO_RESPONSE = 0;

/** A request that arrived at the receiver. */
interface Sent {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A channel that receives answers. */
export interface Receiver {
  readonly url: string;
  readonly sent: Sent[];
  /** The statuses that it returns for successive messages to a person, then 200. */
  readonly answerWith: (to: string, ...statuses: number[]) => void;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const sent: Sent[] = [];
  const statuses = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      sent.push({ url: request.url ?? '', headers: request.headers, body });
      const [, status] = [...statuses].find(([to]) => body.includes(JSON.stringify(to))) ?? [];
      const next = status?.shift() ?? 200;
      if (next === NO_RESPONSE) return;
      response.writeHead(next, { location: '/elsewhere', 'retry-after': '0' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    sent,
    answerWith: (to, ...status) => statuses.set(to, status),
    forget: () => {
      sent.length = 0;
      statuses.clear();
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Connectors that receive messages from three channels and send answers to one address. */
export function connectorsTo(url: string) {
  return {
    telephony: {
      webhook: { channel: 'http', secret: SECRET, url: `${url}/hook`, fallback: 'Samahani?' },
    },
    instant_messaging: {
      webhook: {
        channel: 'telegram',
        secret: SECRET,
        token: BOT_TOKEN,
        url,
        language: 'sw',
      },
    },
    social_messenger: {
      webhook: {
        channel: 'whatsapp',
        secret: APP_SECRET,
        token: 'EAAJB-access-token',
        verify_token: 'a-verify-token',
        phone_number_id: PHONE,
        url,
        language: 'sw',
      },
    },
  };
}

/** The headers of Standard Webhooks. Source: its specification, "Signature scheme". */
export function signed(
  body: string,
  { id = `message-${randomUUID()}`, at = Date.now(), secret = SECRET } = {},
) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Source: Telegram Bot API, Update. */
export const UPDATE = {
  update_id: 860_244_331,
  message: {
    message_id: 1365,
    from: { id: 1_111_111, is_bot: false, first_name: 'Adé', language_code: 'en' },
    chat: { id: 1_111_111, first_name: 'Adé', type: 'private' },
    date: 1_441_645_532,
    text: 'Habari',
  },
};

/** Source: WhatsApp Cloud API, webhooks, text messages. */
export const NOTIFICATION = {
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: PHONE },
            contacts: [{ profile: { name: 'Adé Bello' }, wa_id: '16505551234' }],
            messages: [
              {
                from: '16505551234',
                id: 'wamid.HBgL1',
                timestamp: '1749416383',
                type: 'text',
                text: { body: 'Habari' },
              },
              {
                from: '16505551234',
                id: 'wamid.HBgL2',
                timestamp: '1749416384',
                type: 'image',
                image: { id: '1' },
              },
            ],
          },
        },
      ],
    },
  ],
};
