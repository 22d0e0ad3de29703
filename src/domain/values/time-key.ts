/** Returns the sort key of an object: its time, then its identifier. */
export function timeKey(at: Date, id: string): string {
  return `${at.toISOString()}\u0001${id}`;
}
