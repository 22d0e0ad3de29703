import type { Config } from '../config/load-config';
import type { FirstStart } from './first-start';

/** The addresses of the server. */
export interface Reached {
  /** Without a trailing slash. */
  readonly url: string;
  readonly metricsUrl: string | undefined;
  /** Number of processes, if there are several. */
  readonly workers?: number;
}

/** The accounts that the first start created. Printed at once, because passwords are printed only here. */
export function firstStartLines({ madeUp, sample, demo, notes }: FirstStart): string[] {
  const { admin, platform } = madeUp;
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

/** The last lines of the start-up message: the URLs of the server. */
export function startUpMessage(
  { url, metricsUrl, workers }: Reached,
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
