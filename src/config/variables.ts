import { z } from 'zod';
import {
  applicationNameSchema,
  booleanSchema,
  corsOriginsSchema,
  emailSchema,
  filesSchema,
  hostSchema,
  hoursSchema,
  mongodbUriSchema,
  passwordSchema,
  portSchema,
  secretSchema,
  switchSchema,
  trustProxySchema,
  usernameSchema,
  workersSchema,
} from './setting-schemas';
import { LIMIT_VARIABLES } from './limit-variables';

/** One environment variable: how it is read, and how it is described to the operator. */
export interface Variable {
  readonly name: string;
  /** Name in earlier versions; the server warns of it and does not read it. */
  readonly formerName?: string;
  readonly schema: z.ZodType<unknown, string>;
  /** Read in place of an unset variable; written as in the environment. */
  readonly fallback?: string;
  /** Completes the sentence "NAME must be …". */
  readonly allowed: string;
  readonly description: string;
  /** Says what an unset variable means where there is no fixed fallback. */
  readonly whenUnset?: string;
}

/** Every variable that the server reads, by its name in the program. */
export const VARIABLES = {
  host: {
    name: 'HOST',
    schema: hostSchema,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    description: 'Address to listen on. `0.0.0.0` listens on every interface.',
  },
  port: {
    name: 'PORT',
    schema: portSchema,
    fallback: '4000',
    allowed: 'an integer from 0 to 65535',
    description: 'Port to listen on. 0 selects a free port.',
  },
  workers: {
    name: 'WORKERS',
    schema: workersSchema,
    fallback: '1',
    allowed: '`auto` or an integer from 1 to 256',
    description: 'Number of server processes. `auto` starts one per processor core.',
  },
  mode: {
    name: 'MODE',
    schema: z.enum(['development', 'production']),
    fallback: 'development',
    allowed: '`development` or `production`',
    description: 'Selects the rules that differ between a development machine and a public server.',
  },
  mongodbUri: {
    name: 'MONGODB_URI',
    schema: mongodbUriSchema,
    allowed: 'a connection string that begins with `mongodb://` or `mongodb+srv://`',
    description: 'The MongoDB server to use.',
    whenUnset: 'the embedded database in `DATA_DIR`',
  },
  dataDir: {
    name: 'DATA_DIR',
    schema: z.string(),
    fallback: './data',
    allowed: 'a folder',
    description: 'Folder of the embedded database, created on first start.',
  },
  adminUsername: {
    name: 'ADMIN_USERNAME',
    schema: usernameSchema,
    allowed: '3 to 64 characters without a colon or a space at an end, and not only digits',
    description: 'Name of the first admin user, created on first start.',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: passwordSchema,
    allowed: '8 to 128 characters',
    description:
      'Password of the first admin user, read when the account is created. Must be strong in production.',
  },
  platformName: {
    name: 'PLATFORM_NAME',
    schema: applicationNameSchema,
    allowed: '1 to 100 characters without a colon or a space at an end',
    description: 'Name of the platform’s own application, created on first start.',
  },
  platformEmail: {
    name: 'PLATFORM_EMAIL',
    schema: emailSchema,
    allowed: 'an email address',
    description: 'Email address of the platform’s own application.',
  },
  platformPassword: {
    name: 'PLATFORM_PASSWORD',
    schema: passwordSchema,
    allowed: '8 to 128 characters',
    description:
      'Password of the platform’s own application, read when the account is created. Must be strong in production.',
  },
  jwtSecret: {
    name: 'JWT_SECRET',
    schema: secretSchema,
    allowed: 'a random secret of at least 32 bytes, not an example',
    description:
      'Secret that signs tokens, the same for all processes on one database. Required in production.',
    whenUnset: 'in development, a generated secret stored in `DATA_DIR`',
  },
  jwtSecretPrevious: {
    name: 'JWT_SECRET_PREVIOUS',
    schema: secretSchema,
    allowed: 'a random secret of at least 32 bytes, not an example',
    description: 'The secret before the last change. Tokens signed with it remain valid until they expire.',
  },
  appTokenHours: {
    name: 'APP_TOKEN_HOURS',
    schema: hoursSchema,
    fallback: '6',
    allowed: 'an integer from 1 to 720',
    description: 'Lifetime of application tokens in hours.',
  },
  publicMetadataRead: {
    name: 'PUBLIC_METADATA_READ',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description: 'Whether the metadata of dictionaries can be read without a token.',
  },
  openRegistration: {
    name: 'OPEN_REGISTRATION',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description: 'Whether anyone may register an application, under strict limits.',
  },
  missedSearches: {
    name: 'MISSED_SEARCHES',
    schema: switchSchema,
    fallback: 'on',
    allowed: '`on` or `off`',
    description:
      'Counts search texts that found nothing in a dictionary, for its admins (`Dictionary.missedSearches`), without their callers.',
  },
  webhooksToPrivateAddresses: {
    name: 'WEBHOOKS_TO_PRIVATE_ADDRESSES',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description:
      'Whether answers of bots may also go to addresses of private networks and over plain HTTP. Owners of applications choose these addresses.',
  },
  ...LIMIT_VARIABLES,
  hstsSubdomains: {
    name: 'HSTS_SUBDOMAINS',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description:
      'Whether browsers that connect over TLS must also use it for all hosts below this host name.',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: trustProxySchema,
    fallback: 'off',
    allowed:
      '`off`, a number of proxies up to 99, or addresses, subnets, `loopback`, `linklocal` and `uniquelocal`, separated by commas',
    description: 'Proxies whose `X-Forwarded-For` the server trusts.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    fallback: 'info',
    allowed: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    description: 'Lowest severity of log lines that the server writes. `info` writes one line per request.',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    schema: portSchema,
    allowed: 'an integer from 0 to 65535',
    description: 'Port of `/metrics` for Prometheus.',
    whenUnset: 'no metrics',
  },
  metricsHost: {
    name: 'METRICS_HOST',
    schema: hostSchema,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    description: 'Address of the metrics. They require no token: keep it private.',
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    schema: corsOriginsSchema,
    allowed: '`*`, `none`, or origins like `https://example.org` separated by commas',
    description: 'Web origins whose pages may read responses.',
    whenUnset: '`*` in development, `none` in production',
  },
  playground: {
    name: 'PLAYGROUND',
    schema: switchSchema,
    allowed: '`on` or `off`',
    description: 'Whether the server offers a GraphQL playground at `/playground`.',
    whenUnset: '`on` in development, `off` in production',
  },
  introspection: {
    name: 'INTROSPECTION',
    schema: switchSchema,
    fallback: 'on',
    allowed: '`on` or `off`',
    description: 'Whether clients may read the schema, by GraphQL and at `/schema.graphql`.',
  },
  persistedDocuments: {
    name: 'PERSISTED_DOCUMENTS',
    schema: filesSchema,
    allowed: 'paths of JSON files separated by commas',
    description:
      'Manifests of GraphQL documents, from which clients may name a document by its SHA-256 instead of sending it.',
    whenUnset: 'no manifest',
  },
  persistedDocumentsOnly: {
    name: 'PERSISTED_DOCUMENTS_ONLY',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description: 'Whether `/graphql` executes only the documents in `PERSISTED_DOCUMENTS`.',
  },
} as const satisfies Readonly<Record<string, Variable>>;
