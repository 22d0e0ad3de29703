/**
 * Waits for work, but not longer than a limit; work that is late goes on by itself.
 *
 * @param limitMs in milliseconds
 * @param late gives the result that stands in for late work
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
