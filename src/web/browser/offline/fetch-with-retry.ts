/** Maximum number of requests to a server that answers with `Retry-After`, and the longest accepted wait, in seconds. */
const TRIES = 6;
const MAX_WAIT = 30;

/** Fetches a resource that the server may still be producing, such as the files of a copy. Retries after the time in `Retry-After`. */
export async function fetchWithRetry(path: string, options: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(path, options);
    const wait = Number(response.headers.get('Retry-After') ?? NaN);
    const isLater = [429, 503].includes(response.status) && wait <= MAX_WAIT;
    if (!isLater || tries === TRIES) return response;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
  }
}
