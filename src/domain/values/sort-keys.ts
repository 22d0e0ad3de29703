/** Returns the sort key of an object: its time, then its identifier. */
export function timeKey(at: Date, id: string): string {
  return `${at.toISOString()}\u0001${id}`;
}

/** Number of digits of the largest safe integer. */
export const NUMBER_WIDTH = String(Number.MAX_SAFE_INTEGER).length;

/** Returns a number as text of NUMBER_WIDTH digits, which sorts in numeric order. */
export function paddedNumber(number: number): string {
  return String(number).padStart(NUMBER_WIDTH, '0');
}
