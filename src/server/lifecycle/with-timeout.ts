/**
 * Waits for work up to a time limit. Work that takes longer continues in the background.
 *
 * @param limitMs in milliseconds
 * @param late returns the result to use when the time is over
 */
export async function withTimeout<T>(limitMs: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => {
      resolve(late());
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
