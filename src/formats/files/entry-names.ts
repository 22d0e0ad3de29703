import { createHash } from 'node:crypto';
import { MAX_NAME_LENGTH } from '../../domain/values/bounds';
import { lengthOf, nfc } from '../../shared/text';
import { NumbersByName } from './numbers-by-name';

/** Assigns public identifiers to the articles of a file: the identifiers of the file, made unique. */
export class EntryNames {
  /** Number of occurrences of each name. */
  private readonly seen = new NumbersByName();

  /** @param id identifier of the entry in its file, if it has one; @param headword replaces a missing identifier */
  name(
    id: string | undefined,
    headword: string | undefined,
  ): { readonly publicId: string; readonly isRepeated: boolean } {
    const base = baseOf(id, headword);
    const times = (this.seen.get(base) ?? 0) + 1;
    this.seen.set(base, times);
    if (times === 1) return { publicId: base, isRepeated: false };
    const { publicId } = this.name(`${base}~${times}`, undefined);
    return { publicId, isRepeated: trimmed(id) !== '' };
  }

  /** Returns the result of the next call of `name` without counting it. */
  next(id: string | undefined, headword: string | undefined): string {
    const base = baseOf(id, headword);
    const times = (this.seen.get(base) ?? 0) + 1;
    return times === 1 ? base : this.next(`${base}~${times}`, undefined);
  }
}

/** Finds the articles of a written file that an import would not recognise. */
export class WrittenNames {
  private readonly names = new EntryNames();

  /**
   * Returns the identifier to write in addition; undefined if an import recognises the entry without it.
   *
   * @param id identifier of the written entry; @param headword replaces a missing identifier
   */
  missing(publicId: string, id: string | undefined, headword: string | undefined): string | undefined {
    const isRecognised = this.names.next(id, headword) === publicId;
    this.names.name(isRecognised ? id : publicId, headword);
    return isRecognised ? undefined : publicId;
  }
}

function baseOf(id: string | undefined, headword: string | undefined): string {
  const ownName = trimmed(id);
  return ownName === '' ? `w-${digest(nfc(headword ?? ''))}` : usable(ownName);
}

function trimmed(id: string | undefined): string {
  return nfc(id ?? '').trim();
}

/** Digits always mean an article number, and an index cannot hold a long identifier. */
function usable(id: string): string {
  if (/^\d+$/u.test(id)) return `id-${id}`;
  return lengthOf(id) > MAX_NAME_LENGTH ? `long-${digest(id)}` : id;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
