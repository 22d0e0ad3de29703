import type { Config } from '../config/load-config';
import type { FirstStart } from './first-start';

/** The URLs of the server. */
export interface ServerAddresses {
  /** URL without a trailing slash. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Number of worker processes; absent for a single process. */
  readonly workers?: number;
}

/**
 * Returns the lines about the accounts that the first start created. They are printed immediately, because passwords are printed only
 * once.
 */
export function firstStartLines({ generated, sample, demo, notes }: FirstStart): string[] {
  const { admin, platform } = generated;
  return [
    ...notes,
    ...(sample === undefined ? [] : [`Loaded the sample dictionary ${sample}.`]),
    ...(admin || platform || demo
      ? ['Accounts created on this first start; the passwords are shown only once:']
      : []),
    ...(admin ? [`  admin user            ${admin.username}  password ${admin.password}`] : []),
    ...(platform ? [`  platform application  ${platform.name}  password ${platform.password}`] : []),
    ...(demo ? [`  demo application      ${demo.name}  password ${demo.password}`] : []),
  ];
}

/** Returns the last lines of the start-up message: the URLs of the server. */
export function startUpMessage(
  { url, metricsUrl, workers }: ServerAddresses,
  { playground }: Pick<Config, 'playground'>,
): string[] {
  return [
    workers === undefined ? 'Griot is ready.' : `Griot is ready, in ${workers} processes.`,
    `  Reader      ${url}/`,
    `  Desk        ${url}/desk`,
    `  REST        ${url}/lexicon/articles`,
    `  GraphQL     ${url}/graphql`,
    ...(playground ? [`  Playground  ${url}/playground`] : []),
    `  API docs    ${url}/docs`,
    `  Health      ${url}/health/ready`,
    ...(metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`]),
  ];
}
