/**
 * Limits during an attack and after it. Source: docs/limits.md, "Under attack", and docs/production.md for the memory.
 */
export const BOUNDS = {
  /** 99th percentile of the response times for a reader on another address, in milliseconds. A refused request counts as infinite. */
  readerMs: 500,
  /** Slowest login of others, in milliseconds. */
  loginMs: 2000,
  /** Private memory in MB, without the pages of the data file that the engine maps. */
  gatewayMegabytes: 1024,
  engineMegabytes: 1024,
  /** Time from the end of an attack until the server is idle, in milliseconds. */
  restMs: 2000,
};

/** Limits for a short run on a busy machine, which checks only what does not depend on time: see `failuresOf`. */
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
