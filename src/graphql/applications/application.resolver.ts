import { GraphQLSafeInt } from 'graphql-scalars';
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field as FieldOf,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Application, type ApplicationRecord } from '../../domain/chatbot/application';
import { Conversation } from '../../domain/chatbot/conversation';
import { Field } from '../../domain/chatbot/field';
import { applicationOf, numberedKey, redacted } from '../../domain/chatbot/resource/resource-record';
import { Connectors, type ConnectorSettings, connectorsWith } from '../../domain/chatbot/connectors';
import { applicationUsage } from '../../domain/usage/usage';
import { ApplicationListService } from '../../services/applications/application-list.service';
import { ApplicationService, type NewApplication } from '../../services/applications/application.service';
import { listRequestFor } from '../../services/applications/resource-list.service';
import { type Context, seesSecrets, viewerWithAccount } from '../context';
import { Failure } from '../../shared/failure';
import { DateTime, timeIn } from '../fields/date-time';
import { globalId } from '../node/global-id';
import { applicationIn, applicationNamed, fieldNamed } from '../node/named-objects';
import {
  ApplicationEditInput,
  ApplicationFilter,
  applicationId,
  NewApplicationInput,
  publicIdArgument,
} from './application-input';
import { DeletedApplication } from './application-login.resolver';
import { redactedArgument } from './resource-input';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { UsageView } from './quota.resolver';

const ApplicationConnection = connectionType(Application, 'applications');

@ArgsType()
class FieldExportArgs {
  @FieldOf(() => ID, { nullable: true, description: 'Global identifier (`id`) of the field.' })
  id?: string | null;

  @FieldOf(() => ID, {
    nullable: true,
    description: '`publicId` of the application. Requires `number`, and replaces `id`.',
  })
  publicId?: string | null;

  @FieldOf(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The `number` of the field. Requires `publicId`.',
  })
  number?: number | null;

  @FieldOf(() => String, { description: 'Name of the file format, e.g. `rasa`, for the audit log.' })
  format!: string;
}

const numberArgument = () =>
  Arg('number', () => GraphQLSafeInt, { description: 'The `number` of the object.' }) as ParameterDecorator;

@Resolver(() => Application)
export class ApplicationResolver {
  constructor(
    private readonly service: ApplicationService,
    private readonly lists: ApplicationListService,
  ) {}

  @Query(() => Application, {
    nullable: true,
    description:
      'One application, by `id` or `publicId`; by default the calling one. Null if it does not exist or the caller may not see it.',
  })
  application(
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @Ctx() context: Context,
  ) {
    return this.service.get(viewerWithAccount(context), applicationIn({ id, publicId }));
  }

  @Query(() => Application, {
    description:
      'The application, for an export. The audit log records the request. Read its lists page by page, with `redacted: true` on fields with secrets.',
  })
  async exportApplication(
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @Ctx() context: Context,
  ) {
    const application = await this.service.get(
      viewerWithAccount(context),
      applicationNamed({ id, publicId }),
    );
    if (!application) throw new Failure('NOT_FOUND', 'There is no such application');
    return application;
  }

  @Query(() => Field, {
    description:
      'A field of an application, for an export as a project of another program. The audit log records the request. Read its lists page by page.',
  })
  async exportField(@Args(() => FieldExportArgs) names: FieldExportArgs, @Ctx() context: Context) {
    const key = fieldNamed(names);
    await this.exportApplication(null, applicationOf(key), context);
    const field = await context.resources.load(listRequestFor('Field', key));
    if (!field) throw new Failure('NOT_FOUND', 'There is no such field');
    return field;
  }

  @Query(() => ApplicationConnection, {
    description:
      'Applications ordered by name. With `filter.text`, only matching applications, exact names and email addresses first.',
  })
  async applications(
    @Arg('filter', () => ApplicationFilter, {
      nullable: true,
      description: 'Restricts the list to matching items. Defaults to all items.',
    })
    filter: ApplicationFilter | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    const page = await this.lists.list({
      search: filter?.text ?? undefined,
      isDisabled: filter?.isDisabled ?? undefined,
      pageRequest: PageArgs.pageRequestOf(args),
      maxItems,
    });
    return new Connection(page.page, page.cursorOf);
  }

  @Mutation(() => Application, {
    description:
      'Creates an application. Callers without an account may do so if the server allows open registration.',
  })
  createApplication(
    @Arg('input', () => NewApplicationInput, { description: 'The application to create.' })
    input: NewApplicationInput,
    @Ctx() { viewer, address }: Context,
  ) {
    return this.service.create(viewer, presentFields(input) as unknown as NewApplication, address);
  }

  @Mutation(() => Application, {
    description: 'Updates an application. A new password ends its other sessions.',
  })
  updateApplication(
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @Arg('input', () => ApplicationEditInput, { description: 'The changes to make.' })
    input: ApplicationEditInput,
    @Ctx() context: Context,
  ) {
    const { address } = context;
    const change = { publicId: applicationIn({ id, publicId }), edit: presentFields(input), address };
    return this.service.update(viewerWithAccount(context), change);
  }

  @Mutation(() => Application, {
    description:
      'Sets a new password for an application without its old one, for example after it was lost or leaked, and ends all its sessions.',
  })
  resetApplicationPassword(
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @Arg('password', () => String, { description: 'The new password: 8 to 128 characters.' })
    password: string,
    @Ctx() context: Context,
  ) {
    return this.service.resetPassword(
      viewerWithAccount(context),
      applicationNamed({ id, publicId }),
      password,
    );
  }

  @Mutation(() => DeletedApplication, {
    description:
      'Deletes an application and everything it owns. The application of the platform itself cannot be deleted.',
  })
  async deleteApplication(
    @applicationId() id: string | null,
    @publicIdArgument() publicIdInput: string | null,
    @Ctx() context: Context,
  ) {
    const named = applicationIn({ id, publicId: publicIdInput });
    const { publicId, name } = await this.service.remove(viewerWithAccount(context), named);
    return { id: globalId('Application', publicId), publicId, name };
  }

  @FieldResolver(() => Connectors, {
    description: 'Settings of the channels that connect the application to its users.',
  })
  connectors(
    @Root() { publicId, connectors }: ApplicationRecord,
    @redactedArgument() isRedacted: boolean,
    @Ctx() context: Context,
  ) {
    const settings = connectorsWith({}, JSON.parse(connectors) as ConnectorSettings);
    const mayRead = context.viewer.role === 'platform' || seesSecrets(context, publicId);
    return mayRead && !isRedacted ? settings : redacted(settings);
  }

  @FieldResolver(() => UsageView, { description: 'Storage used by the application and everything it owns.' })
  usage(@Root() { publicId }: Application, @Ctx() { usages }: Context) {
    return usages.load(applicationUsage(publicId));
  }

  @FieldResolver(() => Conversation, {
    nullable: true,
    description: 'The conversation with this number. Null if it does not exist.',
  })
  conversation(
    @Root() { publicId }: Application,
    @numberArgument() number: number,
    @Ctx() { resources }: Context,
  ) {
    return resources.load(listRequestFor('Conversation', numberedKey(publicId, number)));
  }

  @FieldResolver(() => Field, {
    nullable: true,
    description: 'The field with this number. Null if it does not exist.',
  })
  field(@Root() { publicId }: Application, @numberArgument() number: number, @Ctx() { resources }: Context) {
    return resources.load(listRequestFor('Field', numberedKey(publicId, number)));
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description:
      'When the application last changed. Null if an import gave a time that cannot be read; `lastUpdate` is the text as written.',
  })
  updatedAt(@Root() { lastUpdate }: Application): Date | null {
    return timeIn(lastUpdate);
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the application. Pass it to `node`.' })
  id(@Root() { publicId }: Application): string {
    return globalId('Application', publicId);
  }
}

/** Fields that cannot be emptied: null means that they stay unchanged. The fields of the profile can be emptied. */
const NEVER_EMPTIED: ReadonlySet<string> = new Set([
  'name',
  'email',
  'password',
  'oldPassword',
  'isDisabled',
  'isCompilationDisabled',
  'connectors',
]);

function presentFields(input: ApplicationEditInput): Readonly<Record<string, unknown>> {
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !(value === null && NEVER_EMPTIED.has(name)),
  );
  return Object.fromEntries(fields);
}
