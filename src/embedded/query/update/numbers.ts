import { Double, Int32, Long } from 'bson';
import { numberOf } from '../value';

type BsonNumber = Int32 | Double | Long;

/**
 * Adds as MongoDB does: a double if one of them is, else a long if one of them is or the sum needs it.
 *
 * @returns undefined when the sum of integers does not fit in a long
 */
export function add(left: BsonNumber, right: BsonNumber): BsonNumber | undefined {
  if (left._bsontype === 'Double' || right._bsontype === 'Double') {
    return new Double(Number(numberOf(left)) + Number(numberOf(right)));
  }
  const sum = BigInt(numberOf(left)) + BigInt(numberOf(right));
  if (BigInt.asIntN(64, sum) !== sum) return undefined;
  const isShort = left._bsontype === 'Int32' && right._bsontype === 'Int32' && BigInt.asIntN(32, sum) === sum;
  return isShort ? new Int32(Number(sum)) : Long.fromBigInt(sum);
}
