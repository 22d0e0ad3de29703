import type { Incoming } from '../../shared/http';
import { jsonOf } from '../../shared/json-text';
import { headersOf, idempotencyKeyOf, type KeptAnswer, type Once } from '../../shared/once';
import { needsCredentials } from '../request/adapter-variables';
import { serialised, type Outgoing } from '../reply/answer';
import { answer } from './answering';
import type { Inquiry } from './inquiry';
import { refusalOf, unexpectedIn } from '../table/refusals';

export interface OnceParts {
  readonly once?: Once | undefined;
  readonly report: (error: unknown, request: Incoming) => void;
}

/** Whether a request asks to be carried out once. Logins may be repeated: nothing of them is kept. */
export function isForOnce(request: Incoming, { route: { operation } }: Inquiry): boolean {
  return idempotencyKeyOf(request) !== undefined && !operation.isQuery && !needsCredentials(operation);
}

/** Answers a request that must not be carried out twice, with what was answered the first time. Never throws. */
export async function answerOnce(
  request: Incoming,
  inquiry: Inquiry,
  { once, report }: OnceParts,
): Promise<Outgoing> {
  const { caller, route, body } = inquiry;
  const refused = (thrown: unknown, shown: Inquiry['route'] | undefined) => {
    for (const error of unexpectedIn(thrown)) report(error, request);
    return serialised(refusalOf(thrown, caller, shown));
  };
  const execute = () => answer(inquiry).then(serialised, (thrown: unknown) => refused(thrown, route));
  if (once === undefined) return execute();
  try {
    const found = await once(request, jsonOf(body ?? null), async () => keptOf(await execute()));
    const { status, body: text } = found.answer;
    return { status, headers: headersOf(found), bytes: text === '' ? undefined : Buffer.from(text) };
  } catch (thrown) {
    // The words of a route are about what it does, not about keys.
    return refused(thrown, undefined);
  }
}

function keptOf({ status, headers, bytes }: Outgoing): KeptAnswer {
  return { status, headers, body: bytes?.toString() ?? '' };
}
