import { Failure } from '../shared/failure';

/** A login that also tells how it ended: `success`, the reason of a refusal, or `failed`. */
export function watchedLogin<Given, Result>(
  logIn: (given: Given) => Promise<Result>,
  ended: (outcome: string) => void,
): (given: Given) => Promise<Result> {
  return async (given) => {
    try {
      const result = await logIn(given);
      ended('success');
      return result;
    } catch (error) {
      ended(error instanceof Failure ? error.reason : 'failed');
      throw error;
    }
  };
}
