import { Arg, ID, Int, Mutation, Resolver } from 'type-graphql';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { DictionaryWrites } from '../../services/dictionaries/dictionary-writes.service';
import { DictionaryEditInput, NewDictionaryInput } from './dictionary-input';

const dictionary = () =>
  Arg('dictionaryId', () => ID, {
    description: 'Identifier or number of the dictionary.',
  }) as ParameterDecorator;

@Resolver()
export class DictionaryWriteResolver {
  constructor(private readonly writes: DictionaryWrites) {}

  @Mutation(() => Dictionary, { description: 'Makes a dictionary: its metadata.' })
  createDictionary(
    @Arg('input', () => NewDictionaryInput, { description: 'The metadata.' }) input: NewDictionaryInput,
  ) {
    return this.writes.create(input);
  }

  @Mutation(() => Dictionary, { description: 'Changes the metadata of a dictionary.' })
  updateDictionary(
    @dictionary() dictionaryId: string,
    @Arg('input', () => DictionaryEditInput, { description: 'What changes.' }) input: DictionaryEditInput,
    @Arg('revisions', () => [Int], {
      nullable: true,
      description:
        'Revisions that the writer has seen: if the metadata have another one, nothing is written.',
    })
    revisions: number[] | null,
  ) {
    return this.writes.update(dictionaryId, input, revisions ?? undefined);
  }

  @Mutation(() => Dictionary, {
    description:
      'Deletes a dictionary with all its articles, comments, votes and revisions; gives back what it was.',
  })
  deleteDictionary(
    @dictionary() dictionaryId: string,
    @Arg('confirm', () => ID, { description: 'The identifier of the dictionary again.' }) confirm: string,
  ) {
    return this.writes.remove(dictionaryId, confirm);
  }
}
