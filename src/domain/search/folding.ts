import { LETTERS, LOOK_ALIKES, type PlainSpelling } from './letters';
import { lightOf } from './light';
import { COMMON, type Profile } from './profiles';

/** Letters, and the sequences in their table, which are folded as one. */
const LETTER = /tʃ|dʒ|[^]/gu;

const KEPT = /^[\p{L}\p{N}]$/u;
const MODIFIER = /^\p{Lm}$/u;
const PLAIN = /^[a-z0-9]+$/;

type Style = keyof PlainSpelling;

/** Folds the words of one language, or of any. Foldings are idempotent. */
export class Folding {
  private readonly known: Readonly<Record<Style, Map<string, string>>> = {
    single: new Map(),
    digraph: new Map(),
  };
  private readonly distinct: ReadonlySet<string>;

  constructor(private readonly profile: Profile) {
    this.distinct = new Set(Array.from(profile.distinct));
  }

  /** Lower case, look-alikes unified, marks kept: see lightOf. */
  light(text: string): string {
    return lightOf(text, this.profile.affixMarks);
  }

  /** As a plain keyboard writes it, with one letter for each: no marks, apostrophes, hyphens or spaces. May be empty. */
  plain(text: string): string {
    return this.folded(this.light(text), 'single');
  }

  /** Every spelling under which a word is looked up, the plain one first. */
  spellings(text: string): readonly string[] {
    const light = this.light(text);
    if (PLAIN.test(light) && this.profile === COMMON) return [light];
    const plain = this.folded(light, 'single');
    return unique([plain, this.folded(light, 'digraph'), this.kept(light) ?? plain]);
  }

  /** The spellings to look up for a text that was typed: a letter that is distinct in this language means itself. */
  asked(text: string): readonly string[] {
    const light = this.light(text);
    const kept = this.kept(light);
    if (kept !== undefined) return unique([kept]);
    return unique([this.folded(light, 'single'), this.folded(light, 'digraph')]);
  }

  /** The words of a text, plain; hyphens separate them as spaces do. */
  words(text: string): readonly string[] {
    return unique(
      this.light(text)
        .split(/[\s-]+/u)
        .map((word) => this.folded(word, 'single')),
    );
  }

  /** With the letters kept that are distinct in this language; `undefined` where there are none. */
  private kept(light: string): string | undefined {
    const letters: readonly string[] = light.match(LETTER) ?? [];
    if (!letters.some((letter) => this.distinct.has(letter))) return undefined;
    return letters
      .map((letter) => (this.distinct.has(letter) ? letter : this.letter(letter, 'single')))
      .join('');
  }

  private folded(light: string, style: Style): string {
    if (PLAIN.test(light) && (style === 'single' || this.profile === COMMON)) return light;
    let folded = '';
    for (const letter of light.match(LETTER) ?? []) folded += this.letter(letter, style);
    return folded;
  }

  private letter(letter: string, style: Style): string {
    const known = this.known[style].get(letter);
    if (known !== undefined) return known;
    const folded = this.profile.letters.get(letter)?.[style] ?? LETTERS.get(letter)?.[style] ?? parts(letter);
    const plain =
      typeof folded === 'string' ? folded : folded.map((part) => this.letter(part, style)).join('');
    // Bounded by the number of characters that exist; what people write uses some hundreds of them.
    this.known[style].set(letter, plain);
    return plain;
  }
}

/** What a letter is made of; itself, or nothing, where it is made of nothing else. */
function parts(letter: string): string | readonly string[] {
  const made = Array.from(letter.normalize('NFKD').toLowerCase(), (part) => LOOK_ALIKES.get(part) ?? part);
  if (made.join('') !== letter) return made.flatMap((part) => Array.from(part));
  return KEPT.test(letter) && !MODIFIER.test(letter) ? letter : '';
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

const FOLDINGS = new Map<Profile, Folding>();

/** The folding of a profile, made once. */
export function foldingFor(profile: Profile): Folding {
  const folding = FOLDINGS.get(profile) ?? new Folding(profile);
  FOLDINGS.set(profile, folding);
  return folding;
}

/** Folding of texts in no particular language, translations among them. */
export const COMMON_FOLDING = foldingFor(COMMON);
