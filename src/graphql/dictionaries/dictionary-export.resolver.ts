import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import { type ExportService, numberCursor } from '../../services/exports/export.service';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import { ArticleConnection } from '../articles/article.resolver';
import type { Context } from '../context';
import { dictionaryNamed } from '../node/named-objects';
import { Connection } from '../paging/connection';
import { dictionaryId, dictionaryName } from './dictionary.resolver';
import { dictionaryIdField } from '../../domain/values/described-fields';

@ObjectType({
  description: 'A part of an imported file other than its entries, such as the header.',
  simpleResolvers: true,
})
class DictionaryFile {
  @Field(() => String, { description: 'Name of the part.' })
  name!: string;

  @Field(() => String, { description: 'Text of the part.' })
  text!: string;
}

@ObjectType({
  description:
    'An export of a dictionary. Read its articles page by page from `Dictionary.exportedArticles`.',
  simpleResolvers: true,
})
class DictionaryExport {
  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => Dictionary, { description: 'The dictionary.' })
  dictionary!: DictionaryRecord;

  @Field(() => String, { description: 'Name of the file format.' })
  format!: string;

  @Field(() => String, {
    description:
      'Weak entity tag of the export. It changes with the articles, the metadata and the format, but not with votes.',
  })
  etag!: string;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the lists of articles of the dictionary last changed, in whole seconds: `modifiedAt` of `articlesState` as it was before the export.',
  })
  modifiedAt!: Date | null;

  @Field(() => String, {
    description:
      'Path of the report on what the file of the format lacks, as JSON: of each path, `seen` is the sum of `typed`, `kept` and `dropped`. Formats that are for people alone have none (status 400).',
  })
  losses!: string;

  @Field(() => [DictionaryFile], {
    description: 'Parts of the imported file of the dictionary other than its entries.',
  })
  files!: readonly DictionaryFile[];
}

@ArgsType()
class WholeArticlesArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of items to return. Large articles make a page shorter.',
  })
  first!: number | null;

  @Field(() => String, { nullable: true, description: 'Return items after this cursor.' })
  after?: string | null;
}

/** Resolves exports of dictionaries. */
@Resolver(() => Dictionary)
export class DictionaryExportResolver {
  constructor(private readonly exports: ExportService) {}

  @Query(() => DictionaryExport, {
    description: 'A dictionary, for an export. The audit log records exports by accounts.',
  })
  exportDictionary(
    @Arg('format', () => String, { description: 'Name of the file format, e.g. `lift`.' }) format: string,
    @dictionaryId() id: string | null,
    @dictionaryName() dictionary: string | null,
    @Ctx() { viewer }: Context,
  ) {
    return this.exports.begin(viewer, dictionaryNamed({ dictionaryId: id, dictionary }, 'id'), format);
  }

  @FieldResolver(() => ArticleConnection, {
    description:
      'Articles in the order of their numbers. Their `source` includes `original`, the entry of an imported file. `totalCount` is null.',
  })
  async exportedArticles(
    @Root() { dictionaryId: of }: DictionaryRecord,
    @Args(() => WholeArticlesArgs) { first, after }: WholeArticlesArgs,
    @Ctx() { viewer, maxItems }: Context,
  ) {
    const request = { first: first ?? undefined, after: after ?? undefined };
    return new Connection(await this.exports.articles(viewer, of, request, maxItems), numberCursor);
  }
}
