import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../shared/failure';
import { tokenOf } from '../../shared/http';
import { credentialsOf } from './credentials';
import type { Operation } from '../document/operations';

/** Variables of documents that headers, or the paging of long lists, fill. Their names begin with an underscore, which no client can send. */
export const ADAPTER_VARIABLES: ReadonlySet<string> = new Set([
  '_username',
  '_password',
  '_token',
  '_revisions',
  '_after',
  '_isContinued',
]);

/** Whether running a document needs credentials, so that their lack is answered with a challenge. */
export function needsCredentials({ variables }: Pick<Operation, 'variables'>): boolean {
  return variables.has('_password');
}

/**
 * The values of those of them that a document has.
 *
 * @throws Failure UNAUTHENTICATED when it needs credentials and there are none that can be read
 */
export function adapterValues(
  operation: Pick<Operation, 'variables'>,
  headers: IncomingHttpHeaders,
  body: unknown,
): readonly (readonly [name: string, value: unknown])[] {
  const { variables } = operation;
  return [
    ...(variables.has('_token') ? ([['_token', tokenOf(headers)]] as const) : []),
    ...(variables.has('_revisions') ? ([['_revisions', revisionsFor(headers)]] as const) : []),
    ...(needsCredentials(operation) ? credentialValues(headers, body) : []),
  ];
}

function credentialValues(headers: IncomingHttpHeaders, body: unknown) {
  const credentials = credentialsOf(headers, body);
  if (!credentials) throw new Failure('UNAUTHENTICATED', 'Credentials are missing or malformed');
  return [
    ['_username', credentials.username],
    ['_password', credentials.password],
  ] as const;
}

/** No revision is ever this one: a tag that is not ours matches nothing. */
const NO_REVISION = -1;

/** Also `If-None-Match: *`, which lets only a first version be written (RFC 9110, section 13.1.2): what is to be changed is there. */
function revisionsFor(headers: IncomingHttpHeaders): readonly number[] | undefined {
  return headers['if-none-match']?.trim() === '*' ? [NO_REVISION] : revisionsIn(headers['if-match']);
}

/** The revisions that the tags of `If-Match` begin with; `*` asks for none. A proxy that compresses makes tags weak. */
function revisionsIn(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => {
    const revision = /^\s*(?:W\/)?"(\d{1,9})(?:\.\d+)*"\s*$/.exec(tag)?.[1];
    return revision === undefined ? NO_REVISION : Number(revision);
  });
}
