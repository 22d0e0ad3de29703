import { ConfigError, loadConfig } from '../../../src/config/load-config';

const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'eight888' };
const platform = { PLATFORM_NAME: 'P', PLATFORM_EMAIL: 'p@example.org', PLATFORM_PASSWORD: 'eight888' };

/** The problems that an environment has; empty where it is accepted. */
function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('an empty environment', () => {
  it('gives the documented defaults', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      hstsSubdomains: false,
      workers: 1,
      responseTimeoutMs: 2500,
      maxInFlight: 50,
      applicationMaxObjects: 200_000,
      applicationMaxMib: 256,
      openApplicationMaxObjects: 10_000,
      openApplicationMaxMib: 16,
      dictionaryMaxArticles: 1_000_000,
      dictionaryMaxMib: 4096,
      dictionaryMaxMedia: 100_000,
      dictionaryMaxMediaMib: 8192,
      userMaxComments: 5000,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      mode: 'development',
      mongodbUri: undefined,
      dataDir: './data',
      admin: undefined,
      platform: undefined,
      jwtSecret: undefined,
      jwtSecretPrevious: undefined,
      appTokenHours: 6,
      publicMetadataRead: false,
      persistedDocuments: undefined,
      persistedDocumentsOnly: false,
      openRegistration: false,
      missedSearches: true,
      webhooksToPrivateAddresses: false,
      rateLimits: true,
      trustProxy: false,
      logLevel: 'info',
      corsOrigins: '*',
      playground: true,
      introspection: true,
    });
  });

  it('gives an object that cannot be changed', () => {
    expect(Object.isFrozen(loadConfig({}))).toBe(true);
  });

  it('is equivalent to empty strings', () => {
    const env = { HOST: '', PORT: '', MONGODB_URI: '', ADMIN_USERNAME: '', CORS_ORIGINS: '' };

    expect(loadConfig(env)).toEqual(loadConfig({}));
  });
});

describe('a right value', () => {
  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['HOST', '::1', { host: '::1' }],
    ['WORKERS', 'auto', { workers: 'auto' }],
    ['WORKERS', '8', { workers: 8 }],
    ['RESPONSE_TIMEOUT_MS', '60000', { responseTimeoutMs: 60000 }],
    ['MAX_IN_FLIGHT', '1', { maxInFlight: 1 }],
    ['MONGODB_URI', 'mongodb://db:27017/griot', { mongodbUri: 'mongodb://db:27017/griot' }],
    ['MONGODB_URI', 'mongodb+srv://u:p@c.example.org', { mongodbUri: 'mongodb+srv://u:p@c.example.org' }],
    ['MONGODB_URI', 'mongodb://a:1,b:2/?replicaSet=r', { mongodbUri: 'mongodb://a:1,b:2/?replicaSet=r' }],
    ['TRUST_PROXY', 'off', { trustProxy: false }],
    ['TRUST_PROXY', '0', { trustProxy: false }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,::1', { trustProxy: ['loopback', '10.0.0.0/8', '::1'] }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['CORS_ORIGINS', '*', { corsOrigins: '*' }],
    ['CORS_ORIGINS', 'none', { corsOrigins: [] }],
    ['CORS_ORIGINS', 'https://a.org, http://b:81', { corsOrigins: ['https://a.org', 'http://b:81'] }],
    ['INTROSPECTION', 'off', { introspection: false }],
    ['PLAYGROUND', 'off', { playground: false }],
  ])('%s=%s is understood', (name, value, expected) => {
    expect(loadConfig({ [name]: value })).toMatchObject(expected);
  });

  it('of MODE changes the default of PLAYGROUND', () => {
    const production = { MODE: 'production', JWT_SECRET: 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0' };

    expect(loadConfig({}).playground).toBe(true);
    expect(loadConfig(production).playground).toBe(false);
    expect(loadConfig({ ...production, PLAYGROUND: 'on' }).playground).toBe(true);
  });

  it('of MODE changes the default of CORS_ORIGINS', () => {
    expect(
      loadConfig({ MODE: 'production', JWT_SECRET: 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0' }).corsOrigins,
    ).toEqual([]);
  });

  it('of both admin variables makes the admin account', () => {
    const config = loadConfig({ ADMIN_USERNAME: 'Awa', ADMIN_PASSWORD: 'eight888' });

    expect(config.admin).toEqual({ username: 'Awa', password: 'eight888' });
  });

  it('of all platform variables makes the platform account', () => {
    const config = loadConfig({
      PLATFORM_NAME: 'P',
      PLATFORM_EMAIL: 'p@example.org',
      PLATFORM_PASSWORD: 'x'.repeat(128),
    });

    expect(config.platform).toEqual({ name: 'P', email: 'p@example.org', password: 'x'.repeat(128) });
  });
});

describe('a wrong value', () => {
  it.each([
    ['HOST', 'two words'],
    ['WORKERS', '0'],
    ['WORKERS', 'all'],
    ['RESPONSE_TIMEOUT_MS', '99'],
    ['MAX_IN_FLIGHT', '0'],
    ['METRICS_PORT', '65536'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['PORT', '0x10'],
    ['MONGODB_URI', 'postgres://db/griot'],
    ['MONGODB_URI', 'mongodb://'],
    ['MODE', 'staging'],
    ['ADMIN_USERNAME', 'ab'],
    ['ADMIN_USERNAME', 'a:colon'],
    ['ADMIN_USERNAME', '12345'],
    ['ADMIN_USERNAME', 'x'.repeat(65)],
    ['ADMIN_USERNAME', ' awa'],
    ['ADMIN_PASSWORD', 'seven77'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['PLATFORM_NAME', 'a:colon'],
    ['PLATFORM_NAME', 'x'.repeat(101)],
    ['PLATFORM_EMAIL', 'nobody'],
    ['PLATFORM_EMAIL', 'own@localhost'],
    ['PLATFORM_PASSWORD', 'seven77'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', 'proxy.example.org'],
    ['LOG_LEVEL', 'loud'],
    ['CORS_ORIGINS', 'example.org'],
    ['CORS_ORIGINS', 'https://example.org/path'],
    ['CORS_ORIGINS', 'https://a.org,*'],
    ['INTROSPECTION', 'yes'],
  ])('%s=%s stops the start with a sentence that names it', (name, value) => {
    const problems = problemsOf({
      ...admin,
      ...platform,
      [name]: value,
    });

    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be .+\\.$`))]);
  });

  it.each([
    ['no secret', { JWT_SECRET: '' }, /^JWT_SECRET must be set in production\./],
    ['a short secret', { JWT_SECRET: 'k9$Xw2!mQz7' }, /^JWT_SECRET must be /],
    ['an example of one', { JWT_SECRET: 'change-me-change-me-change-me-change-me' }, /^JWT_SECRET must be /],
    ['one of a single letter', { JWT_SECRET: 'x'.repeat(64) }, /^JWT_SECRET must be /],
    [
      'an example of an admin’s password',
      { ...admin, ADMIN_PASSWORD: 'Password-1' },
      /^ADMIN_PASSWORD must not be an example/,
    ],
    [
      'one of the platform',
      { ...platform, PLATFORM_PASSWORD: 'changemechangeme' },
      /^PLATFORM_PASSWORD must not be an example/,
    ],
    [
      'one of the platform that is its name',
      { ...platform, PLATFORM_NAME: 'sahelbots', PLATFORM_PASSWORD: 'sahelbots2026' },
      /^PLATFORM_PASSWORD is too easy to guess for production: .*\.$/,
    ],
    ['no limits', { RATE_LIMITS: 'off' }, /^RATE_LIMITS can be off only in development\.$/],
  ])('%s stops a start in production with a sentence', (_, env, sentence) => {
    const secret = { JWT_SECRET: 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0' };

    expect(problemsOf({ MODE: 'production', ...secret, ...env })).toEqual([expect.stringMatching(sentence)]);
  });

  it.each(['Sommer2026', 'letmein12345', 'rootroot1234', 'aaaaaaaaaaaaaaaa', 'qwertzuiop12'])(
    'such as the admin password %s stops a start in production with a sentence',
    (password) => {
      const env = { MODE: 'production', JWT_SECRET: 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0' };

      expect(problemsOf({ ...env, ...admin, ADMIN_USERNAME: 'root', ADMIN_PASSWORD: password })).toEqual([
        expect.stringMatching(/^ADMIN_PASSWORD is too easy to guess for production: .*\.$/),
      ]);
      expect(problemsOf({ ...admin, ADMIN_PASSWORD: password })).toEqual([]);
    },
  );

  it('is not a phrase that contains a word of the examples', () => {
    const secret = { MODE: 'production', JWT_SECRET: 'k9$Xw2!mQz7vB4nR6tY8uP1sD3fG5hJ0' };

    expect(problemsOf({ ...secret, ...admin, ADMIN_PASSWORD: 'a password of the admin' })).toEqual([]);
  });

  it('is reported together with all others', () => {
    const problems = problemsOf({ PORT: 'x', MODE: 'x', LOG_LEVEL: 'x' });

    expect(problems).toEqual([
      'PORT must be an integer from 0 to 65535.',
      'MODE must be development or production.',
      'LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent.',
    ]);
  });

  it('never appears in the message, for it may be a secret', () => {
    const env = { ADMIN_PASSWORD: 'hush', PLATFORM_PASSWORD: 'hush', MONGODB_URI: 'mongo://u:hush@db' };

    const message = problemsOf(env).join('\n');

    expect(message).toContain('ADMIN_PASSWORD');
    expect(message).not.toContain('hush');
  });
});

describe('accounts', () => {
  it('are refused when their variables are not set together', () => {
    const problems = problemsOf({ ADMIN_USERNAME: 'admin', PLATFORM_EMAIL: 'p@example.org' });

    expect(problems).toEqual([
      'ADMIN_USERNAME and ADMIN_PASSWORD must be set together: ADMIN_PASSWORD is missing.',
      'PLATFORM_NAME, PLATFORM_EMAIL, and PLATFORM_PASSWORD must be set together: PLATFORM_NAME and PLATFORM_PASSWORD are missing.',
    ]);
  });

  it('count the length of names and passwords in characters, not in code units', () => {
    expect(problemsOf({ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: '𞤀𞤁𞤂𞤃' })).toHaveLength(1);
    expect(problemsOf({ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: '𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇' })).toEqual([]);
  });
});
