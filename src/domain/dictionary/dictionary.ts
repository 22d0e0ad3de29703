import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import { Field, ID, ObjectType, Int } from 'type-graphql';
import type { ImportMark } from '../imports/import-record';
import { Node } from '../values/node';
import { SearchProfile } from '../search/search-profile';
import { textField } from '../values/described-fields';
import { NO_FACTS } from './dictionary-languages';

/** Maximum length of a dictionary identifier, in code points. Every index key of its articles contains the identifier. */
const MAX_LENGTH = 64;

/**
 * Validates the identifier of a dictionary and returns its stored form: NFC, 1 to 64 code points, without white space, control characters
 * and slashes.
 *
 * @param name the name of the value in messages
 * @throws Failure INVALID_INPUT if the identifier is invalid
 */
export function dictionaryIdFrom(input: string, name = 'the identifier of a dictionary'): string {
  const id = nfc(input);
  const length = lengthOf(id);
  if (length < 1 || length > MAX_LENGTH || /[\s\p{C}/]/u.test(id) || id === '*' || id.startsWith('.'))
    throw new Failure(
      'INVALID_INPUT',
      `${name} must have 1 to ${MAX_LENGTH} characters without white space, control characters and slashes`,
    );
  return id;
}

/** A dictionary: its metadata. Source of the fields: interface text, Metadata. */
@ObjectType({
  implements: Node,
  description: 'A dictionary with its metadata.',
  simpleResolvers: true,
})
export class Dictionary {
  @Field(() => ID, {
    name: 'publicId',
    simple: false,
    description: 'Identifier of the dictionary, chosen by its authors, e.g. `wol_fra_cisse`.',
  })
  dictionaryId!: string;

  @Field(() => Int, {
    description: 'Number of the dictionary, assigned by the server and never reused.',
  })
  number!: number;

  @textField('Abbreviated name, e.g. `wol-fra`.')
  abbreviatedName!: string | null;

  @textField('Comment on the dictionary.')
  comment!: string | null;

  @textField('Description of the dictionary.')
  description!: string | null;

  @textField('Full name.')
  longName!: string | null;

  @textField('Place and date of publication.')
  publication!: string | null;

  @textField('Version of the review.')
  reviewVersion!: string | null;

  @textField('Year of the review.')
  reviewYear!: string | null;

  @textField('Short name.')
  shortName!: string | null;

  @textField('Source of the dictionary.')
  source!: string | null;

  @textField('Authors of the source-language part.')
  sourceAuthors!: string | null;

  @textField('Authors of the target-language part.')
  targetAuthors!: string | null;

  @textField('Language of the headwords, a tag of BCP 47 such as `yo`. Null if it is not given.')
  language!: string | null;

  @Field(() => [String], { description: 'Scripts of the headwords, codes of ISO 15924 such as `Latn`.' })
  scripts!: readonly string[];

  @Field(() => [String], { description: 'Languages of the translations, tags of BCP 47.' })
  targetLanguages!: readonly string[];

  @textField('License of the dictionary: an SPDX identifier such as `CC-BY-4.0`, or a text.')
  license!: string | null;

  @textField('URL of a picture of the dictionary.')
  logo!: string | null;

  @Field(() => SearchProfile, {
    nullable: true,
    description: 'Search rules of the dictionary. Null if it uses the rules of its language.',
  })
  searchProfile!: SearchProfile | null;

  @Field(() => Int, {
    description: 'Revision of the metadata. It starts at 1 and increases with each change.',
  })
  revision!: number;

  @Field(() => Date, { description: 'When the dictionary was created.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the metadata last changed.' })
  updatedAt!: Date;
}

/** The fields of a dictionary that a client writes. */
export type DictionaryDescription = Omit<Dictionary, 'number' | 'revision' | 'createdAt' | 'updatedAt'>;

/** The metadata of a dictionary without any. */
export const EMPTY_METADATA: Omit<DictionaryDescription, 'dictionaryId'> = {
  abbreviatedName: null,
  comment: null,
  description: null,
  longName: null,
  publication: null,
  reviewVersion: null,
  reviewYear: null,
  shortName: null,
  source: null,
  sourceAuthors: null,
  targetAuthors: null,
  ...NO_FACTS,
  searchProfile: null,
};

/** A stored dictionary. */
export type DictionaryRecord = Dictionary & {
  /** Whether readers who are not contributors may propose articles and changes. */
  readonly acceptsSuggestions?: boolean;
  readonly imported?: ImportMark;
  /** Number of changes of the search profile. */
  readonly searchProfileRevision?: number;
};
