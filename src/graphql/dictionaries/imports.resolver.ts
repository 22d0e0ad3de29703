import { GraphQLJSON } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { DictionaryImport, type ImportRecord, MissingArticles } from '../../domain/imports/import-record';
import { importCursor, type ImportHistory } from '../../services/imports/import-history.service';
import type { ImportJobs } from '../../services/imports/import-jobs.service';
import type { ImportUndoing } from '../../services/imports/undo-import';
import { JsonText } from '../../shared/json';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { dictionaryNamed, importNamed, type DictionaryNames } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';

const ImportConnection = connectionType(DictionaryImport, 'imports', 'DictionaryImport');

@ObjectType({ description: 'Result of undoing an import.', simpleResolvers: true })
class ImportUndo {
  @Field(() => DictionaryImport, { description: 'The import.' })
  import!: ImportRecord;

  @Field(() => Int, { description: 'Number of articles that are again as before the import.' })
  undone!: number;

  @Field(() => Int, { description: 'Number of articles that were written since the import.' })
  conflicts!: number;

  @Field(() => [ID], {
    description: 'Public identifiers of the first hundred articles that `conflicts` counts.',
  })
  conflicting!: readonly string[];
}

@InputType({ description: 'Options for reading and storing a file.' })
class ImportOptionsInput {
  @option('Name of the file format, if the server cannot detect it.')
  format?: string | null;

  @option(
    'Encoding of the file, if it is not UTF-8 and does not say, e.g. `windows-1252`. `utf-8,windows-1252` reads each line in its own encoding.',
  )
  encoding?: string | null;

  @option('Language tag of the headwords.')
  headword?: string | null;

  @option('Languages of the letters of Toolbox markers, e.g. `e:en,n:fr`.')
  languages?: string | null;

  @option(
    'Name of the only sheet of a workbook to read. By default all that have the same headings are read.',
  )
  sheet?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Line of the headings of a table, from 1, if the server does not find it. One of the first 20 that are not empty.',
  })
  headingRow?: number | null;

  @option(
    'Marker that begins the records of a Toolbox file (SFM), e.g. `lx`, if the server does not find it.',
  )
  recordMarker?: string | null;

  @option('Meaning of the columns of a table, as JSON text: the `map` of an import, with corrections.')
  map?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to replace articles that were edited on this server since their import. Defaults to false.',
  })
  overwrite?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to continue after a bad entry. By default the first one ends the import.',
  })
  skipBadEntries?: boolean | null;

  @Field(() => MissingArticles, {
    nullable: true,
    description: 'Treatment of imported articles that the file lacks. Defaults to `KEEP`.',
  })
  missing?: MissingArticles | null;
}

function option(description: string) {
  return Field(() => String, { nullable: true, description });
}

const options = () =>
  Arg('options', () => ImportOptionsInput, {
    nullable: true,
    description: 'Options for reading and storing the file.',
  }) as ParameterDecorator;

/** Names one import. */
@ArgsType()
class ImportNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the import.' })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `publicId` of the import. Replaces `id`.' })
  import?: string | null;
}

const importName = () => Args(() => ImportNameArgs) as ParameterDecorator;

/** Names the dictionary of a new import. */
@ArgsType()
class ImportTargetArgs implements DictionaryNames {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of an existing dictionary.' })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Identifier or number of the dictionary. The import creates it if it does not exist. Replaces `dictionaryId`.',
  })
  dictionary?: string | null;
}

/** Resolves imports of files into dictionaries. */
@Resolver(() => Dictionary)
export class ImportsResolver {
  constructor(
    private readonly history: ImportHistory,
    private readonly undoing: ImportUndoing,
    private readonly jobs: ImportJobs,
  ) {}

  @Query(() => DictionaryImport, {
    nullable: true,
    description: 'One import. Null if it does not exist.',
  })
  dictionaryImport(@importName() names: ImportNameArgs) {
    return this.history.find(importNamed(names));
  }

  @FieldResolver(() => ImportConnection, {
    nullable: true,
    description: 'The last fifty imports, oldest first. For owners and admins.',
  })
  async imports(
    @Root() { dictionaryId }: Dictionary,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    const page = await this.history.list(dictionaryId, PageArgs.pageRequestOf(args), maxItems);
    return new Connection(page, importCursor);
  }

  @Mutation(() => DictionaryImport, {
    description:
      'Begins the import of an uploaded file: the server reads it and stores nothing until `acceptImport`. The state is then `WAITING`.',
  })
  createImport(
    @Arg('upload', () => ID, { description: 'The last part of the URL of the upload.' }) uploadId: string,
    @Args(() => ImportTargetArgs) target: ImportTargetArgs,
    @options() importOptions: ImportOptionsInput | null,
    @Ctx() context: Context,
  ) {
    return this.jobs.create(
      viewerWithAccount(context),
      uploadId,
      dictionaryNamed(target),
      importOptions ?? {},
    );
  }

  @Mutation(() => DictionaryImport, {
    description:
      'Stores the articles of a waiting import. With another format, encoding or map, the server first reads the file again, and waits again.',
  })
  acceptImport(
    @importName() names: ImportNameArgs,
    @options() importOptions: ImportOptionsInput | null,
    @Ctx() context: Context,
  ) {
    return this.jobs.accept(viewerWithAccount(context), importNamed(names), importOptions ?? {});
  }

  @Mutation(() => DictionaryImport, {
    description: 'Ends an import. Articles that it has stored remain; `undoImport` removes them.',
  })
  cancelImport(@importName() names: ImportNameArgs) {
    return this.jobs.cancel(importNamed(names));
  }

  @Mutation(() => ImportUndo, {
    description:
      'Undoes one of the last ten imports of a dictionary: deletes the articles that it added, and restores those that it changed. Changes nothing if one of them was written since, unless `keepEdited` is true.',
  })
  undoImport(
    @importName() names: ImportNameArgs,
    @Arg('keepEdited', () => Boolean, {
      defaultValue: false,
      description: 'Whether to keep articles that were written since, and undo only the others.',
    })
    keepEdited: boolean,
    @Ctx() context: Context,
  ) {
    return this.undoing.undo(importNamed(names), { keepEdited, by: viewerWithAccount(context).name });
  }
}

/** Resolves the fields of an import that lists do not read, and its names. */
@Resolver(() => DictionaryImport)
export class ImportFieldsResolver {
  constructor(private readonly history: ImportHistory) {}

  @FieldResolver(() => ID, { description: 'Global identifier of the import.' })
  id(@Root() { importId }: ImportRecord): string {
    return globalId('DictionaryImport', importId);
  }

  @FieldResolver(() => Dictionary, {
    nullable: true,
    description: 'The dictionary. Null until the import has created it.',
  })
  dictionary(@Root() { dictionaryId }: ImportRecord, @Ctx() { dictionaries }: Context) {
    return dictionaries.load(dictionaryId);
  }

  @FieldResolver(() => GraphQLJSON, {
    nullable: true,
    description: 'Report on each path of the file, with its problems. Null until the file was read.',
  })
  async report(@Root() record: ImportRecord) {
    const { report } = await this.fullRecord(record);
    return report === undefined ? null : new JsonText(report);
  }

  @FieldResolver(() => [String], {
    description:
      'What the columns of a table mean and its first articles, in lines for people. Empty for files that are no tables.',
  })
  async preview(@Root() record: ImportRecord) {
    return (await this.fullRecord(record)).preview ?? [];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The meaning of the columns in `preview` as JSON text. Correct it and pass it as `map`.',
  })
  async map(@Root() record: ImportRecord) {
    return (await this.fullRecord(record)).map ?? null;
  }

  @FieldResolver(() => [ID], {
    description: 'Public identifiers of the first thousand articles that `edited` counts.',
  })
  async editedArticles(@Root() record: ImportRecord) {
    return (await this.fullRecord(record)).editedArticles ?? [];
  }

  @FieldResolver(() => [ID], {
    description: 'Public identifiers of the first thousand articles that `missing` counts.',
  })
  async missingArticles(@Root() record: ImportRecord) {
    return (await this.fullRecord(record)).missingArticles ?? [];
  }

  private fullRecord(record: ImportRecord): Promise<ImportRecord> {
    return 'options' in record
      ? Promise.resolve(record)
      : this.history.get((record as ImportRecord).importId);
  }
}
