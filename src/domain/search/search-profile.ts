import { Field, ObjectType } from 'type-graphql';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';

@ObjectType({ description: 'How a plain keyboard writes a letter.', simpleResolvers: true })
export class LetterSpelling {
  @Field(() => String, { description: 'The letter, in lower case.' })
  letter!: string;

  @Field(() => [String], {
    description: 'Its spellings, the usual one first; a digraph is one of two letters, e.g. `ng` for ŋ.',
  })
  spellings!: readonly string[];
}

@ObjectType({
  description:
    'How the headwords of a dictionary are found where its language asks for more than the common rules. What is null is as in the profile of the language, if there is one, or common.',
  simpleResolvers: true,
})
export class SearchProfile {
  @Field(() => String, {
    nullable: true,
    description:
      'Letters that are others than their plain ones: where they are typed, the plain ones are not meant.',
  })
  distinct!: string | null;

  @Field(() => [LetterSpelling], {
    nullable: true,
    description: 'Spellings of single letters; they come before the common ones, which stay.',
  })
  letters!: readonly LetterSpelling[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Marks that stand before or behind affixes, and that nobody types.',
  })
  affixMarks!: string | null;
}

/** What search must know of a dictionary: which letters it is written with. */
export interface ProfiledDictionary {
  readonly dictionaryId: string;
  readonly searchProfile?: SearchProfile | null | undefined;
  /** One more with each change of the profile, by which keys of an earlier one are known; none is 0. */
  readonly searchProfileRevision?: number | undefined;
}

/** Most letters of a profile. Its spellings become keys of every article. */
const MOST_LETTERS = 64;
const MOST_SPELLINGS = 4;
const MOST_MARKS = 16;

const SPELLING = /^[a-z0-9]{1,4}$/;
const NO_MARK = /[\p{L}\p{M}\p{N}\s]/u;

/** A profile as somebody writes it. */
export interface GivenProfile {
  readonly distinct?: string | null | undefined;
  readonly letters?: readonly LetterSpelling[] | null | undefined;
  readonly affixMarks?: string | null | undefined;
}

/**
 * A profile in the form in which it is stored: NFC, lower case.
 *
 * @throws Failure INVALID_INPUT with a sentence that names the member
 */
export function checkedProfile({ distinct, letters, affixMarks }: GivenProfile): SearchProfile {
  return {
    distinct: distinct == null ? null : distinctFrom(distinct),
    letters: letters == null ? null : lettersFrom(letters),
    affixMarks: affixMarks == null ? null : marksFrom(affixMarks),
  };
}

function distinctFrom(given: string): string {
  const letters = [...new Set(lower(given))];
  if (letters.length > MOST_LETTERS) throw wrong('distinct', `at most ${MOST_LETTERS} letters`);
  if (letters.some((letter) => !/\p{L}/u.test(letter))) throw wrong('distinct', 'letters and nothing else');
  return letters.join('');
}

function lettersFrom(given: readonly LetterSpelling[]): readonly LetterSpelling[] {
  if (given.length > MOST_LETTERS) throw wrong('letters', `at most ${MOST_LETTERS} letters`);
  return given.map(({ letter: written, spellings }) => {
    const letter = lower(written);
    if (lengthOf(letter) !== 1) throw wrong('letters', `single letters, not "${letter.slice(0, 20)}"`);
    const plain = spellings.map(lower);
    if (plain.length === 0 || plain.length > MOST_SPELLINGS || !plain.every((text) => SPELLING.test(text)))
      throw wrong(
        'letters',
        `for "${letter}" one to ${MOST_SPELLINGS} spellings of one to four letters a to z`,
      );
    return { letter, spellings: plain };
  });
}

function marksFrom(given: string): string {
  const marks = [...new Set(nfc(given))];
  if (marks.length > MOST_MARKS || marks.some((mark) => NO_MARK.test(mark)))
    throw wrong('affixMarks', `at most ${MOST_MARKS} marks, none of them a letter or a digit`);
  return marks.join('');
}

function lower(text: string): string {
  return nfc(nfc(text).toLowerCase());
}

function wrong(member: string, rule: string): Failure {
  return new Failure('INVALID_INPUT', `${member} of the search profile must have ${rule}`);
}
