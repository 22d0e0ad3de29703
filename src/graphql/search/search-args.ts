import { ArgsType, Field, ID, Int } from 'type-graphql';
import type { SortOrder } from '../../shared/paging';
import { SearchFilterInput } from './search';
import { SortDirection } from '../paging/connection';

const first = () =>
  Field(() => Int, { nullable: true, description: 'Maximum number of results. Defaults to 10.' });

const dictionary = () =>
  Field(() => ID, {
    nullable: true,
    description: 'Search only this dictionary, given by identifier or number.',
  });

@ArgsType()
export class SearchArgs {
  @Field(() => String, { description: 'The search text.' })
  text!: string;

  @Field(() => SearchFilterInput, { nullable: true, description: 'Restricts the search.' })
  filter?: SearchFilterInput | null;

  @first()
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return hits after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the page to return, starting at 1, with `first` hits per page. An alternative to cursors.',
  })
  page?: number | null;

  @Field(() => SortDirection, {
    nullable: true,
    description:
      'Sorts the best 1,000 hits by headword in this direction. By default, hits are ordered by rank.',
  })
  sort?: SortOrder | null;
}

@ArgsType()
export class SuggestArgs {
  @Field(() => String, { description: 'The beginning of a headword.' })
  prefix!: string;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class NounsArgs {
  @Field(() => String, { description: 'A singular, a plural or another form.' })
  form!: string;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}

@ArgsType()
export class HeadwordsForArgs {
  @Field(() => String, { description: 'One or more words of another language.' })
  translation!: string;

  @Field(() => String, { nullable: true, description: 'Language tag of the translation, e.g. `fr`.' })
  language?: string | null;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}
