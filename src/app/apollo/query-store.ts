/** Most queries that are kept: far more than the clients of a gateway have. */
const MOST_QUERIES = 1000;

/** Longest query that is kept, in UTF-16 units. With the number of queries it bounds the memory to some megabytes. */
const LONGEST_QUERY = 8192;

/** Queries by their hash, for clients that send the hash alone; the one that was used least recently goes first. */
export class QueryStore {
  private readonly queries = new Map<string, string>();

  constructor(private readonly most: number = MOST_QUERIES) {}

  get(key: string): Promise<string | undefined> {
    const query = this.queries.get(key);
    if (query !== undefined) this.renew(key, query);
    return Promise.resolve(query);
  }

  /** Keeps a query, unless it is too long: its clients go on sending it whole. */
  set(key: string, query: string): Promise<void> {
    if (query.length <= LONGEST_QUERY) this.renew(key, query);
    const [oldest] = this.queries.keys();
    if (this.queries.size > this.most && oldest !== undefined) this.queries.delete(oldest);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.queries.delete(key));
  }

  /** A map lists its keys in the order in which they were put in. */
  private renew(key: string, query: string): void {
    this.queries.delete(key);
    this.queries.set(key, query);
  }
}
