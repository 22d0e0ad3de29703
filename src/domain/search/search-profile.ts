import { Field, ObjectType } from 'type-graphql';
import type { Failure } from '../../shared/failure';
import { allChecked, checkedItems, checkedMembers, inMember, invalid } from '../../shared/faults';
import { lengthOf, nfc } from '../../shared/text';
import { checkedMorphology, type GivenMorphology, Morphology } from './morphology/morphology';

@ObjectType({ description: 'Spellings of a letter on a plain keyboard.', simpleResolvers: true })
export class LetterSpelling {
  @Field(() => String, { description: 'The letter, in lower case.' })
  letter!: string;

  @Field(() => [String], {
    description:
      'Spellings of the letter, the most common first. A spelling may be a digraph, e.g. `ng` for ŋ.',
  })
  spellings!: readonly string[];
}

@ObjectType({
  description:
    "Search rules of a dictionary. A null field uses the rule of the dictionary's language if there is one, otherwise the common rule.",
  simpleResolvers: true,
})
export class SearchProfile {
  @Field(() => String, {
    nullable: true,
    description:
      'Letters that are distinct from their base letter (ɓ is not b). A query that contains one does not match the base letter.',
  })
  distinct!: string | null;

  @Field(() => [LetterSpelling], {
    nullable: true,
    description:
      'Spellings of single letters. They take precedence over the common spellings, which remain valid.',
  })
  letters!: readonly LetterSpelling[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Marks written before or after affixes. Search ignores them, because users do not type them.',
  })
  affixMarks!: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Letters of the alphabet in order, in lower case. A digraph such as `gb` may be a letter.',
  })
  alphabet?: readonly string[] | null;

  @Field(() => Morphology, {
    nullable: true,
    description: 'Inflection of words: noun classes, prefixes, suffixes.',
  })
  morphology?: Morphology | null;
}

/** The members of a dictionary that determine its search rules. */
export interface ProfiledDictionary {
  readonly dictionaryId: string;
  /** BCP 47 tag of the language of the headwords. */
  readonly language?: string | null | undefined;
  readonly searchProfile?: SearchProfile | null | undefined;
  /** Number of changes of the profile or the language; absent for 0. Search keys store it, so that outdated ones are recognised. */
  readonly searchProfileRevision?: number | undefined;
}

/** Maximum numbers of letters, spellings of a letter and affix marks in a profile. Spellings become keys of every article. */
const MAX_LETTERS = 64;
const MAX_SPELLINGS_PER_LETTER = 4;
const MAX_AFFIX_MARKS = 16;

/** Maximum number of letters of an alphabet, and length of the longest letter, in code points. */
const MAX_IN_ALPHABET = 200;
const MAX_LETTER_LENGTH = 5;

const SPELLING = /^[a-z0-9]{1,4}$/;
/** A letter of an alphabet: apostrophes may be a part of it. */
const IN_ALPHABET = /^[\p{L}\p{M}'’]*\p{L}[\p{L}\p{M}'’]*$/u;
const NO_MARK = /[\p{L}\p{M}\p{N}\s]/u;

/** A profile as a client sends it. */
export interface GivenProfile {
  readonly distinct?: string | null | undefined;
  readonly letters?: readonly LetterSpelling[] | null | undefined;
  readonly affixMarks?: string | null | undefined;
  readonly alphabet?: readonly string[] | null | undefined;
  readonly morphology?: GivenMorphology | null | undefined;
}

/**
 * Validates a profile and returns it in its stored form: NFC, lower case.
 *
 * @throws Failure INVALID_INPUT with a message that names the member
 */
export function checkedProfile(input: GivenProfile): SearchProfile {
  const { distinct, letters, affixMarks, alphabet, morphology } = input;
  const [checkedLetters, spellings, marks, order, inflection] = allChecked(
    () => (distinct == null ? null : distinctFrom(distinct)),
    () => (letters == null ? null : lettersFrom(letters)),
    () => (affixMarks == null ? null : marksFrom(affixMarks)),
    () => (alphabet == null ? null : alphabetFrom(alphabet)),
    () => inMember('morphology', () => (morphology == null ? null : checkedMorphology(morphology))),
  );
  const checked = { distinct: checkedLetters, letters: spellings, affixMarks: marks, alphabet: order };
  return { ...checked, morphology: inflection };
}

function distinctFrom(input: string): string {
  const letters = [...new Set(lower(input))];
  if (letters.length > MAX_LETTERS) throw invalidMember('distinct', `at most ${MAX_LETTERS} letters`);
  if (letters.some((letter) => !/\p{L}/u.test(letter)))
    throw invalidMember('distinct', 'letters and nothing else');
  return letters.join('');
}

function lettersFrom(input: readonly LetterSpelling[]): readonly LetterSpelling[] {
  if (input.length > MAX_LETTERS) throw invalidMember('letters', `at most ${MAX_LETTERS} letters`);
  return inMember('letters', () => checkedItems(input, spellingFrom));
}

function spellingFrom({ letter: written, spellings }: LetterSpelling): LetterSpelling {
  const letter = lower(written);
  const shown = letter.slice(0, 20);
  return checkedMembers({
    letter: () => {
      if (lengthOf(letter) !== 1) throw invalid([], rule('letters', `single letters, not "${shown}"`));
      return letter;
    },
    spellings: () => {
      if (spellings.length === 0 || spellings.length > MAX_SPELLINGS_PER_LETTER)
        throw invalid([], rule('letters', `for "${shown}" one to ${MAX_SPELLINGS_PER_LETTER} spellings`));
      return checkedItems(spellings, (spelling) => {
        const plain = lower(spelling);
        if (!SPELLING.test(plain))
          throw invalid([], rule('letters', `for "${shown}" spellings of one to four letters a to z`));
        return plain;
      });
    },
  });
}

function marksFrom(input: string): string {
  const marks = [...new Set(nfc(input))];
  if (marks.length > MAX_AFFIX_MARKS || marks.some((mark) => NO_MARK.test(mark)))
    throw invalidMember('affixMarks', `at most ${MAX_AFFIX_MARKS} marks, none of them a letter or a digit`);
  return marks.join('');
}

function alphabetFrom(input: readonly string[]): readonly string[] {
  const letters = input.map(lower);
  if (letters.length === 0 || letters.length > MAX_IN_ALPHABET)
    throw invalidMember('alphabet', `one to ${MAX_IN_ALPHABET} letters`);
  if (new Set(letters).size < letters.length) throw invalidMember('alphabet', 'each letter once');
  const complaint = `letters of one to ${MAX_LETTER_LENGTH} characters, without spaces and digits`;
  inMember('alphabet', () =>
    checkedItems(letters, (letter) => {
      if (lengthOf(letter) > MAX_LETTER_LENGTH || !IN_ALPHABET.test(letter))
        throw invalid([], rule('alphabet', complaint));
    }),
  );
  return letters;
}

function lower(text: string): string {
  return nfc(nfc(text).toLowerCase());
}

function invalidMember(member: string, has: string): Failure {
  return invalid(member, rule(member, has));
}

function rule(member: string, has: string): string {
  return `${member} of the search profile must have ${has}`;
}
