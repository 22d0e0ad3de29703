import { webhookCheck, webhookIn } from '../../../../src/domain/chatbot/channels/webhook-settings';

test.each([
  ['https://example.org/hook//', 'https://example.org/hook'],
  ['https://example.org/a//b', 'https://example.org/a//b'],
])('the address %s of a webhook has no slash at its end', (url, stored) => {
  const webhook = { channel: 'http', secret: 'a-secret-of-the-connector', url };
  expect(webhookIn({ webhook })?.url).toBe(stored);
});

const settingsWith = (url: string) => ({
  webhook: { channel: 'http', secret: 'a-secret-of-the-connector', url },
});

test.each([
  'https://127.0.0.1/hook',
  'https://2130706433/hook',
  'https://10.1.2.3:8443/hook',
  'https://[::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://localhost/hook',
  'https://gateway./hook',
])('a webhook may not be set to the private address %s, unless the operator allows these', (url) => {
  expect(() => {
    webhookCheck(false)(settingsWith(url));
  }).toThrow('webhook.url must be an address of the public internet');
  expect(() => {
    webhookCheck(true)(settingsWith(url));
  }).not.toThrow();
});

test.each(['https://93.184.215.14/hook', 'https://[2606:2800:21f::1]/hook', 'https://example.org/hook'])(
  'a webhook may be set to %s',
  (url) => {
    expect(() => {
      webhookCheck(false)(settingsWith(url));
    }).not.toThrow();
  },
);

test.each(['https://me@example.org/', 'https://:secret@example.org/', 'https://me:secret@example.org/'])(
  'a webhook may not be set to %s, whose credentials are no member',
  (url) => {
    expect(() => {
      webhookCheck(true)(settingsWith(url));
    }).toThrow('without a user name or password');
  },
);
