import { webhookIn } from '../../../../src/domain/chatbot/channels/webhook-settings';

test.each([
  ['https://example.org/hook//', 'https://example.org/hook'],
  ['https://example.org/a//b', 'https://example.org/a//b'],
])('the address %s of a webhook has no slash at its end', (url, stored) => {
  const webhook = { channel: 'http', secret: 'a-secret-of-the-connector', url };
  expect(webhookIn({ webhook })?.url).toBe(stored);
});
