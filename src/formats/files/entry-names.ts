import { createHash } from 'node:crypto';
import { LONGEST_NAME } from '../../domain/values/bounds';
import { lengthOf, nfc } from '../../shared/text';
import { NumbersByName } from './numbers-by-name';

/** Gives the articles of one file their public identifiers: those of the file, made unique. */
export class EntryNames {
  /** Number of occurrences of each name. */
  private readonly seen = new NumbersByName();

  /** @param id of the entry in its file, if it has one; @param headword names an entry without one */
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

  /** The name that `name` would return. */
  next(id: string | undefined, headword: string | undefined): string {
    const base = baseOf(id, headword);
    const times = (this.seen.get(base) ?? 0) + 1;
    return times === 1 ? base : this.next(`${base}~${times}`, undefined);
  }
}

/** Finds the articles of a written file that its reader would not recognise. */
export class WrittenNames {
  private readonly names = new EntryNames();

  /**
   * The identifier that an entry has to be given besides; undefined where it is recognised by what it has.
   *
   * @param id of the entry as it is written; @param headword what names an entry without one
   */
  missing(publicId: string, id: string | undefined, headword: string | undefined): string | undefined {
    const isRecognised = this.names.next(id, headword) === publicId;
    this.names.name(isRecognised ? id : publicId, headword);
    return isRecognised ? undefined : publicId;
  }
}

function baseOf(id: string | undefined, headword: string | undefined): string {
  const given = trimmed(id);
  return given === '' ? `w-${digest(nfc(headword ?? ''))}` : usable(given);
}

function trimmed(id: string | undefined): string {
  return nfc(id ?? '').trim();
}

/** Digits always mean the number of an article, and a long name has no place in an index. */
function usable(id: string): string {
  if (/^\d+$/u.test(id)) return `id-${id}`;
  return lengthOf(id) > LONGEST_NAME ? `long-${digest(id)}` : id;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
