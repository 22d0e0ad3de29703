import unhomoglyph from 'unhomoglyph';

/**
 * The form of a name that it has in common with all names that look like it, in any case: the skeleton of Unicode Technical Standard 39,
 * section 4, in lower case, of the name without its compatibility forms: that table leaves full-width letters out. Letters of other shapes stay apart: ɓ and b, ŋ and n, vowels with other tone marks. It is stored to be
 * compared, and never shown.
 */
export function skeletonOf(name: string): string {
  return unhomoglyph(name.normalize('NFKD')).normalize('NFD').toLowerCase();
}

/** Signs that nobody sees, or that change the order of what is seen; of spaces, all but the plain one. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\u2800]|(?! )\p{Z}/u;

/** The first invisible sign of a name, as `U+200B`; `undefined` where there is none. */
export function invisibleIn(name: string): string | undefined {
  const [sign] = INVISIBLE.exec(name) ?? [];
  return sign && `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
