import type { Config } from '../config/load-config';
import type { FirstStart } from './first-start';

/** Where the server is reached. */
export interface Reached {
  /** Without a slash at the end. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** How many processes serve, where there are several. */
  readonly workers?: number;
}

/** What was made for a first start, to be said as soon as it is: passwords are said only here, whatever fails afterwards. */
export function firstStartLines({ madeUp: { admin, platform }, sample, notes }: FirstStart): string[] {
  return [
    ...notes,
    ...(sample === undefined ? [] : [`Loaded the sample dictionary ${sample}.`]),
    ...(admin || platform
      ? ['Accounts created on this first start; the passwords are shown only once:']
      : []),
    ...(admin ? [`  admin user            ${admin.username}  password ${admin.password}`] : []),
    ...(platform ? [`  platform application  ${platform.name}  password ${platform.password}`] : []),
  ];
}

/** What a start says last: where everything is. */
export function startUpMessage(
  { url, metricsUrl, workers }: Reached,
  { playground }: Pick<Config, 'playground'>,
): string[] {
  return [
    workers === undefined ? 'Griot is ready.' : `Griot is ready, in ${workers} processes.`,
    `  Reader      ${url}/`,
    `  REST        ${url}/lexicon/articles`,
    `  GraphQL     ${url}/graphql`,
    ...(playground ? [`  Playground  ${url}/playground`] : []),
    `  API docs    ${url}/docs`,
    `  Health      ${url}/health/ready`,
    ...(metricsUrl === undefined ? [] : [`  Metrics     ${metricsUrl}`]),
  ];
}
