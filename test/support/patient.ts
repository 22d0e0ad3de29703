/** On a machine that runs many tests at once, a correct response may be late. */
export const PATIENT = { RESPONSE_TIMEOUT_MS: '60000', MAX_IN_FLIGHT: '1000' } as const;

/** A server in a busy process ends connections that its client is about to use, unless they may stay idle for as long as on the program's own. */
export const PATIENT_SERVER = { keepAliveTimeout: 65_000 } as const;
