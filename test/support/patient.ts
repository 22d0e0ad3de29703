/** Limits for a machine that runs many tests at once, on which correct responses may be late. */
export const PATIENT = { RESPONSE_TIMEOUT_MS: '60000', MAX_IN_FLIGHT: '1000' } as const;

/** Time for which connections may be idle, as in the program. With less, a server in a busy process would end connections that a client is about to use. */
export const PATIENT_SERVER = { keepAliveTimeout: 65_000 } as const;
