/**
 * The order of letters, marks and signs for languages without a tailoring. Source: the root collation of CLDR 48, limited to the
 * orthographies of Africa. A test compares it with the collation of Node.
 */

/** Latin letters. Letters within a group differ only by a stroke. */
export const LATIN_LETTERS: readonly string[] = (
  'a æ ⱥ ɐ ɑ ɒ b ƀ ɓ ƃ c ȼ ƈ ɕ dđð ɖ ɗ ƌ e ɇ ǝ ə ɛ ɘ ɜ ɤ f ƒ g ɡ ǥ ɠ ɣ hħ ɦ ⱨ ɧ ʻ i ı ɪ ɨ ɩ j ɉ ʝ ɟ ʄ k ƙ ⱪ ' +
  'lł ƚ ⱡ ɫ ɬ ɭ ɮ ʎ m ɱ n ɲ ƞ ɳ ŋ oø œ ɔ ɵ ɷ p ᵽ ƥ ɸ q ɋ ĸ r ɍ ɹ ɽ ɾ ʀ ʁ s ß ʂ ȿ ʃ t ŧ ⱦ ƫ ƭ ʈ u ʉ ɥ ɯ ʊ ' +
  'v ʋ ⱱ ʌ w ⱳ ʍ x y ɏ ƴ z ƶ ȥ ʐ ʑ ɀ ⱬ ʒ þ ʔ ɂ ʼ ꞌ ʕ ʡ ʢ ǀ ǁ ǂ ǃ ʘ'
).split(' ');

/** Signs that precede all letters. */
export const SIGNS = ' _-,;:!?.\'"()[]{}@*/\\&#%`´^ʹˈ+<=>|~$';

/** Signs that sort like another sign. */
export const SAME_SIGNS: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
]);

/** Marks on letters. They count only between words with the same letters. */
export const ORDERED_MARKS =
  '\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u030d\u0329\u0309\u030f\u0311\u031b\u0323\u0324\u0325\u0326\u032d\u0330\u0331';
