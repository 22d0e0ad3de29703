/**
 * What must hold while clients attack, and after it. Source: docs/limits.md, "Under attack", and docs/production.md for the memory.
 */
export const BOUNDS = {
  /** 99th percentile of the answers to a reader on another address, in milliseconds; a refused answer counts as one that never came. */
  readerMs: 500,
  /** Slowest login of others, in milliseconds. */
  loginMs: 2000,
  /** Memory of their own in MB: the pages of the data file, which the engine maps, are not in it. */
  gatewayMegabytes: 1024,
  engineMegabytes: 1024,
  /** From the end of an attack until nothing of it is worked on, in milliseconds. */
  restMs: 2000,
};

/** A short run on a busy machine asserts what does not depend on time: see `failuresOf`. */
export const WITHOUT_TIMES = { ...BOUNDS, readerMs: Infinity, loginMs: Infinity, restMs: Infinity };

/**
 * Returns the bounds that an attack exceeded, in words; an empty list if all held.
 *
 * @param bounds `WITHOUT_TIMES` for a run on a busy machine
 */
export function failuresOf(result, bounds = BOUNDS) {
  const { reader, login, memory, restMs, leavesWork, ended, after } = result;
  const rules = [
    [ended.length > 0, `ended: ${ended.join(', ')}`],
    [reader.p99 > bounds.readerMs, `reader p99 ${shown(reader.p99)}`],
    [reader.wrong > 0, `${reader.wrong} wrong answers to the reader`],
    [reader.refused > 0.01 * reader.sent, `${reader.refused} of ${reader.sent} readings refused`],
    [login.slowest > bounds.loginMs, `login ${shown(login.slowest)}`],
    [login.failed > 0, `${login.failed} of ${login.sent} logins failed`],
    [memory.gateway > bounds.gatewayMegabytes, `gateway ${memory.gateway} MB`],
    [memory.engine > bounds.engineMegabytes, `engine ${memory.engine} MB`],
    [restMs > bounds.restMs && !leavesWork, `at rest after ${shown(restMs)}`],
    [after.length > 0, `afterwards: ${after.join(', ')}`],
  ];
  return rules.flatMap(([isBroken, words]) => (isBroken ? [words] : []));
}

export function shown(ms) {
  return Number.isFinite(ms) ? `${Math.round(ms)} ms` : 'never';
}
