/** On a machine that runs many tests at once, a right answer may come late. */
export const PATIENT = { ANSWER_LIMIT_MS: '60000', MAX_IN_FLIGHT: '1000' } as const;
