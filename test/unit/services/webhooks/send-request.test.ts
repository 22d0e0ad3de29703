import { isPrivate, sendRequest } from '../../../../src/services/webhooks/send-request';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
])('%s is an address of a private network', (given) => {
  expect(isPrivate(given)).toBe(true);
});

test.each(['93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
  '%s is public',
  (given) => {
    expect(isPrivate(given)).toBe(false);
  },
);

test.each([
  'http://93.184.215.14/',
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
])('without the setting, nothing is sent to %s', async (url) => {
  const outcome = await sendRequest({ url, headers: {}, body: '{}' }, { toPrivate: false });

  expect(outcome.status).toBeNull();
  expect(outcome.problem).toMatch(/https addresses only|private networks/);
});
