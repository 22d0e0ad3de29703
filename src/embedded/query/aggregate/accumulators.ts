import { Double, Int32, Long } from 'bson';
import { compare } from '../order';
import { isNumber, numberOf, type Value } from '../value';

/** Takes the values of one group one by one. */
export interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

/** The accumulators of the profile, under their names. */
export const ACCUMULATORS: ReadonlyMap<string, () => Accumulator> = new Map<string, () => Accumulator>([
  ['$sum', sum],
  ['$min', () => extreme(-1)],
  ['$max', () => extreme(1)],
  ['$first', first],
  ['$last', last],
]);

/**
 * Numbers only, the rest is passed over. A double if one was one; else an int32, or a long if one was one or the sum
 * needs it; a double where no long suffices.
 */
function sum(): Accumulator {
  let whole = 0n;
  let hasLong = false;
  let fraction: { total: number; lost: number } | undefined;
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      if (value._bsontype === 'Double') fraction = addDouble(fraction ?? { total: 0, lost: 0 }, value.value);
      else whole += BigInt(numberOf(value));
      hasLong ||= value._bsontype === 'Long';
    },
    result: () => {
      if (fraction) {
        const all = addDouble(fraction, Number(whole));
        return new Double(Number.isFinite(all.total) ? all.total + all.lost : all.total);
      }
      if (!hasLong && BigInt.asIntN(32, whole) === whole) return new Int32(Number(whole));
      return BigInt.asIntN(64, whole) === whole ? Long.fromBigInt(whole) : new Double(Number(whole));
    },
  };
}

/** Neumaier's summation, since MongoDB also keeps what rounding loses. */
function addDouble(
  { total, lost }: { total: number; lost: number },
  value: number,
): { total: number; lost: number } {
  const next = total + value;
  const rest = Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
  return { total: next, lost: lost + rest };
}

/** Passes over null and missing values. */
function extreme(direction: 1 | -1): Accumulator {
  let best: Value = null;
  return {
    add: (value = null) => {
      if (value !== null && (best === null || compare(value, best) * direction > 0)) best = value;
    },
    result: () => best,
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  return {
    add: (value = null) => {
      if (found === undefined) found = value;
    },
    result: () => found ?? null,
  };
}

function last(): Accumulator {
  let found: Value = null;
  return {
    add: (value = null) => {
      found = value;
    },
    result: () => found,
  };
}
