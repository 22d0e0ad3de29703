import type { Quotas } from '../domain/usage/usage';
import { quotaSchema, countSchema, millisecondsSchema, switchSchema } from './setting-schemas';

const MIB = 1024 * 1024;

const quota = <const Fallback extends string>(name: string, fallback: Fallback, description: string) => ({
  name,
  schema: quotaSchema,
  fallback,
  description,
  allowed: 'an integer from 1 to 1000000000',
});

/** The variables that say how much may be stored. */
export const QUOTA_VARIABLES = {
  applicationMaxObjects: quota(
    'APPLICATION_MAX_OBJECTS',
    '200000',
    'Maximum number of objects that an application may own.',
  ),
  applicationMaxMib: quota(
    'APPLICATION_MAX_MIB',
    '256',
    'Maximum size of an application with everything it owns, in MiB.',
  ),
  openApplicationMaxObjects: quota(
    'OPEN_APPLICATION_MAX_OBJECTS',
    '10000',
    'Maximum number of objects of an application that was registered without an account (`OPEN_REGISTRATION`).',
  ),
  openApplicationMaxMib: quota(
    'OPEN_APPLICATION_MAX_MIB',
    '16',
    'Maximum size of an application that was registered without an account, in MiB.',
  ),
  dictionaryMaxArticles: quota(
    'DICTIONARY_MAX_ARTICLES',
    '1000000',
    'Maximum number of articles in a dictionary.',
  ),
  dictionaryMaxMib: quota(
    'DICTIONARY_MAX_MIB',
    '4096',
    'Maximum size of the articles of a dictionary with their earlier revisions, in MiB.',
  ),
  dictionaryMaxMedia: quota(
    'DICTIONARY_MAX_MEDIA',
    '100000',
    'Maximum number of recordings and pictures of a dictionary.',
  ),
  dictionaryMaxMediaMib: quota(
    'DICTIONARY_MAX_MEDIA_MIB',
    '8192',
    'Maximum size of the recordings and pictures of a dictionary, in MiB. Equal files count once.',
  ),
  userMaxComments: quota(
    'USER_MAX_COMMENTS',
    '5000',
    'Maximum number of comments of a user in one dictionary.',
  ),
} as const;

export type QuotaSettings = Readonly<Record<keyof typeof QUOTA_VARIABLES, number>>;

export function quotasOf(settings: QuotaSettings): Quotas {
  return {
    application: {
      maxObjects: settings.applicationMaxObjects,
      maxBytes: settings.applicationMaxMib * MIB,
    },
    openApplication: {
      maxObjects: settings.openApplicationMaxObjects,
      maxBytes: settings.openApplicationMaxMib * MIB,
    },
    dictionary: {
      maxObjects: settings.dictionaryMaxArticles,
      maxBytes: settings.dictionaryMaxMib * MIB,
    },
    media: {
      maxObjects: settings.dictionaryMaxMedia,
      maxBytes: settings.dictionaryMaxMediaMib * MIB,
    },
    comments: { maxObjects: settings.userMaxComments, maxBytes: Number.MAX_SAFE_INTEGER },
  };
}

/** The variables that say how much is served. */
export const LIMIT_VARIABLES = {
  rateLimits: {
    name: 'RATE_LIMITS',
    schema: switchSchema,
    fallback: 'on',
    allowed: '`on`, or in development `off`',
    description:
      'Limits on logins and requests (docs/limits.md). In development, requests from the local machine are not counted.',
  },
  responseTimeoutMs: {
    name: 'RESPONSE_TIMEOUT_MS',
    formerName: 'ANSWER_LIMIT_MS',
    schema: millisecondsSchema,
    fallback: '2500',
    allowed: 'an integer from 100 to 60000',
    description:
      'Time after which the server answers a request with 503, in milliseconds. Bulk requests have at least 30 seconds.',
  },
  maxInFlight: {
    name: 'MAX_IN_FLIGHT',
    schema: countSchema,
    fallback: '50',
    allowed: 'an integer from 1 to 10000',
    description:
      'Number of requests that a process works on at once. Others wait in a queue, for three seconds in a burst and 20 milliseconds under lasting load, and then get 503.',
  },
  ...QUOTA_VARIABLES,
} as const;
