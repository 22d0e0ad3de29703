import { ConfigError, loadConfig } from '../../../src/config/load-config';
import { unknownVariables } from '../../../src/config/unknown-variables';

const sentence = (name: string, meant: string): string =>
  `${name} is not a variable of Griot and has no effect. Did you mean ${meant}?`;

it.each([
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['ADMIN_PASWRD', 'ADMIN_PASSWORD'],
  ['METRICS_XORT', 'METRICS_PORT'],
  ['WORKER', 'WORKERS'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['DICTIONARY_MAX_MB', 'DICTIONARY_MAX_MIB'],
  ['METRIC_HOST', 'METRICS_HOST'],
  ['data_dir', 'DATA_DIR'],
  ['GRIOT_PORT', 'PORT'],
  ['GRIOT_TRUST_PROXI', 'TRUST_PROXY'],
  ['JWT_SECRET_KEY', 'JWT_SECRET'],
  ['ANSWER_LIMIT_MS', 'RESPONSE_TIMEOUT_MS'],
])('%s is taken for a misspelt %s', (name, meant) => {
  expect(unknownVariables({ [name]: 'x' })).toEqual([sentence(name, meant)]);
});

it.each([
  'PATH',
  'NODE',
  'NODE_ENV',
  'HOSTNAME',
  'POST',
  'WARKERZ',
  'XDG_DATA_DIRS',
  'npm_config_port',
  'MONGODB_VERSION',
])('%s belongs to another program', (name) => {
  expect(unknownVariables({ [name]: 'x' }).length).toBe(0);
});

it('names none that the server reads, and shows no value', () => {
  expect(unknownVariables({ PORT: '1', JWT_SECRET_PREVIOUS: 'secret', ADMIN_USERNAM: 'hidden' })).toEqual([
    sentence('ADMIN_USERNAM', 'ADMIN_USERNAME'),
  ]);
});

it('takes no time for a long name of another program', () => {
  const start = process.cpuUsage();
  expect(unknownVariables({ ['DATA_DIX'.repeat(12_500)]: 'x' }).length).toBe(0);
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});

it('says which name was misspelt when the configuration is incomplete for it', () => {
  let problems: readonly string[] = [];
  try {
    loadConfig({ ADMIN_USERNAME: 'admin', ADMIN_PASWORD: 'Tall-giraffe-72-river' });
  } catch (error) {
    if (error instanceof ConfigError) problems = error.problems;
  }
  expect(problems).toEqual([
    'ADMIN_USERNAME and ADMIN_PASSWORD must be set together: ADMIN_PASSWORD is missing.',
    sentence('ADMIN_PASWORD', 'ADMIN_PASSWORD'),
  ]);
});
