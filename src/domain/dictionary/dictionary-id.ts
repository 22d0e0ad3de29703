import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';

/** Longest identifier of a dictionary, in code points: it is a part of every index key of its articles. */
const MAX_LENGTH = 64;

/**
 * An identifier of a dictionary as it is stored: NFC, 1 to 64 code points, no white space, control character or slash.
 *
 * @throws Failure INVALID_INPUT when the text cannot be one
 */
export function dictionaryIdFrom(given: string): string {
  const id = nfc(given);
  const length = lengthOf(id);
  if (length < 1 || length > MAX_LENGTH || /[\s\p{C}/]/u.test(id) || id === '*' || id.startsWith('.'))
    throw new Failure(
      'INVALID_INPUT',
      `id_dico must have 1 to ${MAX_LENGTH} characters without white space, control characters and slashes`,
    );
  return id;
}
