import { QUOTA_VARIABLES } from './quota-variables';
import { countSchema, millisecondsSchema, switchSchema } from './setting-schemas';

/** The variables that say how much is served. */
export const LIMIT_VARIABLES = {
  rateLimits: {
    name: 'RATE_LIMITS',
    schema: switchSchema,
    fallback: 'on',
    allowed: '`on`, or in development `off`',
    description:
      'Limits on logins and requests (docs/limits.md). In development this machine’s own addresses are not counted.',
  },
  answerLimitMs: {
    name: 'ANSWER_LIMIT_MS',
    schema: millisecondsSchema,
    fallback: '2500',
    allowed: 'an integer from 100 to 60000',
    description:
      'How long a request is worked on before it is answered with 503, in milliseconds; those for many objects have 30 seconds at least.',
  },
  maxInFlight: {
    name: 'MAX_IN_FLIGHT',
    schema: countSchema,
    fallback: '50',
    allowed: 'an integer from 1 to 10000',
    description:
      'Requests that a process works on at once. Others wait for their turn: in a burst for three seconds, under lasting load for 20 milliseconds; then they are answered with 503.',
  },
  ...QUOTA_VARIABLES,
} as const;
