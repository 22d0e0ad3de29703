import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { dictionaryUsage } from '../../domain/usage/usage-scopes';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { dictionaryCursor, DictionaryService } from '../../services/dictionaries/dictionary.service';
import type { Context } from '../context';
import { globalId } from '../node/global-id';
import { Connection, connectionType } from '../paging/connection';
import { DictionaryStatisticsView } from './dictionary-statistics';
import { UsageView } from '../applications/usage';
import { WindowArgs } from '../paging/window-args';

const DictionaryConnection = connectionType(Dictionary, 'dictionaries');

@Resolver(() => Dictionary)
export class DictionaryResolver {
  constructor(private readonly service: DictionaryService) {}

  @Query(() => Dictionary, { nullable: true, description: 'One dictionary; null where there is none.' })
  dictionary(
    @Arg('dictionaryId', () => ID, { description: 'Identifier or number of the dictionary.' })
    dictionaryId: string,
  ) {
    return this.service.get(dictionaryId);
  }

  @Query(() => DictionaryConnection, { description: 'Dictionaries, ordered by identifier.' })
  async dictionaries(@Args(() => WindowArgs) args: WindowArgs, @Ctx() { mostItems }: Context) {
    return new Connection(await this.service.list(WindowArgs.windowOf(args), mostItems), dictionaryCursor);
  }

  @FieldResolver(() => ID, { description: 'Identifier of the dictionary among all objects.' })
  id(@Root() { dictionaryId }: Dictionary): string {
    return globalId('Dictionary', dictionaryId);
  }

  @FieldResolver(() => String, { description: 'Changes with the metadata.' })
  etag(@Root() { revision, number }: Dictionary): string {
    return `"${revision}.${number}"`;
  }

  @FieldResolver(() => UsageView, {
    description: 'What the articles of the dictionary take, with their earlier revisions. For admins.',
  })
  usage(@Root() { dictionaryId }: Dictionary, @Ctx() { usages }: Context) {
    return usages.load(dictionaryUsage(dictionaryId));
  }

  @FieldResolver(() => DictionaryStatisticsView, { description: 'What the dictionary holds, in numbers.' })
  statistics(@Root() { dictionaryId }: Dictionary, @Ctx() { statistics }: Context) {
    return statistics.load(dictionaryId);
  }
}
