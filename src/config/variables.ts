import { z } from 'zod';
import {
  applicationNameSchema,
  booleanSchema,
  corsOriginsSchema,
  emailSchema,
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
  readonly schema: z.ZodType<unknown, string>;
  /** Read in place of an unset variable; written as it would stand in the environment. */
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
    description: 'Address to listen on; `0.0.0.0` serves every interface.',
  },
  port: {
    name: 'PORT',
    schema: portSchema,
    fallback: '4000',
    allowed: 'an integer from 0 to 65535',
    description: 'Port to listen on; 0 takes any free one.',
  },
  workers: {
    name: 'WORKERS',
    schema: workersSchema,
    fallback: '1',
    allowed: '`auto` or an integer from 1 to 256',
    description: 'Processes that serve; `auto` takes as many as the machine has cores.',
  },
  mode: {
    name: 'MODE',
    schema: z.enum(['development', 'production']),
    fallback: 'development',
    allowed: '`development` or `production`',
    description: 'Decides every rule that differs between a developer’s machine and a public server.',
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
    description: 'Folder of the embedded database, made at the first start.',
  },
  adminUsername: {
    name: 'ADMIN_USERNAME',
    schema: usernameSchema,
    allowed: '3 to 64 characters without a colon or a space at an end, and not digits alone',
    description: 'Name of the first admin user, made at the first start.',
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    schema: passwordSchema,
    allowed: '8 to 128 characters',
    description: 'Password of the first admin user, read once; strong in production.',
  },
  platformName: {
    name: 'PLATFORM_NAME',
    schema: applicationNameSchema,
    allowed: '1 to 100 characters without a colon or a space at an end',
    description: 'Name of the platform’s own application, made at the first start.',
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
    description: 'Password of the platform’s own application, read once; strong in production.',
  },
  jwtSecret: {
    name: 'JWT_SECRET',
    schema: secretSchema,
    allowed: 'at least 32 bytes of a random secret, and no example',
    description:
      'Signs the tokens; the same for all processes on one database. Production does not start without.',
    whenUnset: 'in development, one that is made and kept in `DATA_DIR`',
  },
  jwtSecretPrevious: {
    name: 'JWT_SECRET_PREVIOUS',
    schema: secretSchema,
    allowed: 'at least 32 bytes of a random secret, and no example',
    description: 'The secret before the last change: tokens that it signed are good until they end.',
  },
  appTokenHours: {
    name: 'APP_TOKEN_HOURS',
    schema: hoursSchema,
    fallback: '6',
    allowed: 'an integer from 1 to 720',
    description: 'How long the token of an application lasts, in hours.',
  },
  publicMetadataRead: {
    name: 'PUBLIC_METADATA_READ',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description: 'Whether everyone may read the whole metadata of dictionaries, without a token.',
  },
  openRegistration: {
    name: 'OPEN_REGISTRATION',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description: 'Whether anyone may register an application, within strict limits.',
  },
  ...LIMIT_VARIABLES,
  hstsSubdomains: {
    name: 'HSTS_SUBDOMAINS',
    schema: booleanSchema,
    fallback: 'false',
    allowed: '`true` or `false`',
    description:
      'Whether browsers that came by TLS have to use it for all hosts below the name of this one, too.',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    schema: trustProxySchema,
    fallback: 'off',
    allowed: '`off`, a number of proxies up to 99, or addresses and subnets separated by commas',
    description: 'Which proxies in front may say where a request came from (`X-Forwarded-For`).',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    fallback: 'info',
    allowed: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    description: 'The least severe kind of log line that is written; `info` has one line for each request.',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    schema: portSchema,
    allowed: 'an integer from 0 to 65535',
    description: 'Port on which Prometheus finds `/metrics`.',
    whenUnset: 'no metrics',
  },
  metricsHost: {
    name: 'METRICS_HOST',
    schema: hostSchema,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    description: 'Address on which the metrics are served. They need no token: keep it private.',
  },
  corsOrigins: {
    name: 'CORS_ORIGINS',
    schema: corsOriginsSchema,
    allowed: '`*`, `none`, or origins like `https://example.org` separated by commas',
    description: 'Web origins whose pages may read the answers.',
    whenUnset: '`*` in development, `none` in production',
  },
  playground: {
    name: 'PLAYGROUND',
    schema: switchSchema,
    allowed: '`on` or `off`',
    description: 'Whether there is a GraphQL playground at `/playground`.',
    whenUnset: '`on` in development, `off` in production',
  },
  introspection: {
    name: 'INTROSPECTION',
    schema: switchSchema,
    fallback: 'on',
    allowed: '`on` or `off`',
    description: 'Whether GraphQL clients may read the schema.',
  },
} as const satisfies Readonly<Record<string, Variable>>;
