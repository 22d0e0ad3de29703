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

@ObjectType({ description: 'What became of taking an import back.', simpleResolvers: true })
class ImportUndo {
  @Field(() => DictionaryImport, { description: 'The import.' })
  import!: ImportRecord;

  @Field(() => Int, { description: 'Number of articles that are as they were before the import.' })
  undone!: number;

  @Field(() => Int, { description: 'Number of articles that were written since the import.' })
  conflicts!: number;

  @Field(() => [ID], { description: 'Public identifiers of the first hundred of them.' })
  conflicting!: readonly string[];
}

@InputType({ description: 'How a file is to be read and stored.' })
class ImportOptionsInput {
  @option('Name of the file format, if it cannot be told from the file.')
  format?: string | null;

  @option('Encoding of the file, if it is not UTF-8 and does not say, e.g. `windows-1252`.')
  encoding?: string | null;

  @option('Language tag of the headwords.')
  headword?: string | null;

  @option('Languages of the letters of Toolbox markers, e.g. `e:en,n:fr`.')
  languages?: string | null;

  @option('What the columns of a table mean, as JSON text: `map` of an import with corrections.')
  map?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to replace articles that were edited here since their import. Defaults to false.',
  })
  overwrite?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to go on behind a bad entry. By default the first one ends the import.',
  })
  skipBadEntries?: boolean | null;

  @Field(() => MissingArticles, {
    nullable: true,
    description: 'What becomes of imported articles that the file lacks. Defaults to `KEEP`.',
  })
  missing?: MissingArticles | null;
}

function option(description: string) {
  return Field(() => String, { nullable: true, description });
}

const options = () =>
  Arg('options', () => ImportOptionsInput, {
    nullable: true,
    description: 'How the file is to be read and stored.',
  }) as ParameterDecorator;

/** Names one import. */
@ArgsType()
class ImportNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the import.' })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `importId` of the import. Replaces `id`.' })
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

/** Imports of files into dictionaries. */
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

  @FieldResolver(() => ImportConnection, { description: 'The last fifty imports, oldest first.' })
  async imports(
    @Root() { dictionaryId }: Dictionary,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const page = await this.history.list(dictionaryId, PageArgs.pageRequestOf(args), mostItems);
    return new Connection(page, importCursor);
  }

  @Mutation(() => DictionaryImport, {
    description:
      'Begins the import of an uploaded file: the server reads it and stores nothing until `acceptImport`. The state is then `WAITING`.',
  })
  createImport(
    @Arg('upload', () => ID, { description: 'The last part of the URL of the upload.' }) uploadId: string,
    @Args(() => ImportTargetArgs) target: ImportTargetArgs,
    @options() given: ImportOptionsInput | null,
    @Ctx() context: Context,
  ) {
    return this.jobs.create(viewerWithAccount(context), uploadId, dictionaryNamed(target), given ?? {});
  }

  @Mutation(() => DictionaryImport, {
    description:
      'Has the articles of a waiting import stored. With another format, encoding or map, the server reads the file again first, and waits again.',
  })
  acceptImport(
    @importName() names: ImportNameArgs,
    @options() given: ImportOptionsInput | null,
    @Ctx() context: Context,
  ) {
    return this.jobs.accept(viewerWithAccount(context), importNamed(names), given ?? {});
  }

  @Mutation(() => DictionaryImport, {
    description: 'Ends an import. What it has stored remains; `undoImport` takes it back.',
  })
  cancelImport(@importName() names: ImportNameArgs) {
    return this.jobs.cancel(importNamed(names));
  }

  @Mutation(() => ImportUndo, {
    description:
      'Takes one of the last ten imports of a dictionary back: deletes the articles that it added, and restores those that it changed. Changes nothing if one of them was written since, unless `keepEdited` is true.',
  })
  undoImport(
    @importName() names: ImportNameArgs,
    @Arg('keepEdited', () => Boolean, {
      defaultValue: false,
      description: 'Leaves articles that were written since as they are, and takes the others back.',
    })
    keepEdited: boolean,
    @Ctx() context: Context,
  ) {
    return this.undoing.undo(importNamed(names), keepEdited, viewerWithAccount(context).name);
  }
}

/** Fields of an import that lists do not read, and its names. */
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
    description:
      'What became of each path of the file, and what is wrong in it. Null until the file was read.',
  })
  async report(@Root() record: ImportRecord) {
    const { report } = await this.whole(record);
    return report === undefined ? null : new JsonText(report);
  }

  @FieldResolver(() => [String], {
    description: 'What was guessed of the file, in lines for people. Empty if nothing was guessed.',
  })
  async preview(@Root() record: ImportRecord) {
    return (await this.whole(record)).preview ?? [];
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The same as JSON text, to be corrected and passed as `map`.',
  })
  async map(@Root() record: ImportRecord) {
    return (await this.whole(record)).map ?? null;
  }

  @FieldResolver(() => [ID], {
    description: 'Public identifiers of the first thousand articles that were edited here and left alone.',
  })
  async editedArticles(@Root() record: ImportRecord) {
    return (await this.whole(record)).editedArticles ?? [];
  }

  @FieldResolver(() => [ID], {
    description: 'Public identifiers of the first thousand articles that the file lacks.',
  })
  async missingArticles(@Root() record: ImportRecord) {
    return (await this.whole(record)).missingArticles ?? [];
  }

  private whole(record: ImportRecord): Promise<ImportRecord> {
    return 'options' in record
      ? Promise.resolve(record)
      : this.history.get((record as ImportRecord).importId);
  }
}
