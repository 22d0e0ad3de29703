import { ArgsType, Field, ID, Int } from 'type-graphql';
import type { SortOrder } from '../../shared/paging';
import { SearchFilterInput } from './search';
import { SortDirection } from '../paging/connection';

const first = () =>
  Field(() => Int, { nullable: true, description: 'How many at most; 10 when nothing is said.' });

const dictionary = () =>
  Field(() => ID, { nullable: true, description: 'Only this dictionary: its identifier, or its number.' });

@ArgsType()
export class SearchArgs {
  @Field(() => String, { description: 'What to look for.' })
  text!: string;

  @Field(() => SearchFilterInput, { nullable: true, description: 'Where to look.' })
  filter?: SearchFilterInput | null;

  @first()
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Begin behind the hit of this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The page of `first` hits to read, counted from 1, instead of a cursor.',
  })
  page?: number | null;

  @Field(() => SortDirection, {
    nullable: true,
    description: 'Order the best 1,000 hits by headword in this direction; by rank when nothing is said.',
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
  @Field(() => String, { description: 'A word, or words, of another language.' })
  translation!: string;

  @Field(() => String, { nullable: true, description: 'Its language tag, e.g. `fr`.' })
  language?: string | null;

  @dictionary()
  dictionaryId?: string | null;

  @first()
  first?: number | null;
}
