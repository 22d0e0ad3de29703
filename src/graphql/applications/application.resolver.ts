import { GraphQLSafeInt } from 'graphql-scalars';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Application, type ApplicationRecord } from '../../domain/chatbot/application';
import { Conversation } from '../../domain/chatbot/conversation';
import { Field } from '../../domain/chatbot/field';
import { numberedKey, redacted } from '../../domain/chatbot/owned/owned-record';
import { Connectors, type ConnectorSettings, connectorsWith } from '../../domain/chatbot/connectors';
import { applicationUsage } from '../../domain/usage/usage';
import { ApplicationListService } from '../../services/applications/application-list.service';
import { ApplicationService, type NewApplication } from '../../services/applications/application.service';
import { wishFor } from '../../services/applications/owned-list.service';
import { type Context, seesSecrets, viewerWithAccount } from '../context';
import { Failure } from '../../shared/failure';
import { globalId } from '../node/global-id';
import { ApplicationEditInput, NewApplicationInput } from './application-input';
import { DeletedApplication } from './application-login.resolver';
import { redactedArgument } from './owned-input';
import { Connection, connectionType, WindowArgs } from '../paging/connection';
import { UsageView } from './usage';

const ApplicationConnection = connectionType(Application, 'applications');

const publicIdArgument = () =>
  Arg('publicId', () => ID, {
    nullable: true,
    description: '`publicId` of the application; the one that asks when nothing is said.',
  }) as ParameterDecorator;

const number = () =>
  Arg('number', () => GraphQLSafeInt, { description: 'Its `number`.' }) as ParameterDecorator;

@Resolver(() => Application)
export class ApplicationResolver {
  constructor(
    private readonly service: ApplicationService,
    private readonly lists: ApplicationListService,
  ) {}

  @Query(() => Application, {
    nullable: true,
    description: 'One application; null where there is none for the account that asks.',
  })
  application(@publicIdArgument() publicId: string | null, @Ctx() context: Context) {
    return this.service.get(viewerWithAccount(context), publicId ?? undefined);
  }

  @Query(() => Application, {
    description:
      'The application, for an export: the audit log records who asks. Read its lists page by page, secrets `redacted`.',
  })
  async exportApplication(
    @Arg('publicId', () => ID, { description: '`publicId` of the application.' }) publicId: string,
    @Ctx() context: Context,
  ) {
    const application = await this.service.get(viewerWithAccount(context), publicId);
    if (!application) throw new Failure('NOT_FOUND', 'There is no such application');
    return application;
  }

  @Query(() => ApplicationConnection, {
    description:
      'All applications, ordered by name; those that a search finds, exact names and emails first.',
  })
  async applications(
    @Arg('search', () => String, { nullable: true, description: 'Name or email, or a part of one.' })
    search: string | null,
    @Arg('isDisabled', () => Boolean, {
      nullable: true,
      description: 'Disabled applications alone, or the others alone.',
    })
    isDisabled: boolean | null,
    @Args(() => WindowArgs) args: WindowArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const found = await this.lists.list({
      search: search ?? undefined,
      isDisabled: isDisabled ?? undefined,
      window: WindowArgs.windowOf(args),
      mostItems,
    });
    return new Connection(found.page, found.cursorOf);
  }

  @Mutation(() => Application, {
    description: 'Makes an application. Strangers may, where registration is open.',
  })
  createApplication(
    @Arg('input', () => NewApplicationInput, { description: 'The application.' }) input: NewApplicationInput,
    @Ctx() { viewer, address }: Context,
  ) {
    return this.service.create(viewer, said(input) as unknown as NewApplication, address);
  }

  @Mutation(() => Application, {
    description: 'Changes an application. A new password ends its other sessions.',
  })
  updateApplication(
    @publicIdArgument() publicId: string | null,
    @Arg('input', () => ApplicationEditInput, { description: 'What changes.' }) input: ApplicationEditInput,
    @Ctx() context: Context,
  ) {
    const { address } = context;
    const change = { publicId: publicId ?? undefined, edit: said(input), address };
    return this.service.update(viewerWithAccount(context), change);
  }

  @Mutation(() => Application, {
    description:
      'Sets another password of an application whose own was lost or became known; the old one is not needed. All its sessions end.',
  })
  resetApplicationPassword(
    @Arg('publicId', () => ID, { description: '`publicId` of the application.' }) publicId: string,
    @Arg('password', () => String, { description: 'The password from now on: 8 to 128 characters.' })
    password: string,
    @Ctx() context: Context,
  ) {
    return this.service.resetPassword(viewerWithAccount(context), publicId, password);
  }

  @Mutation(() => DeletedApplication, {
    description: 'Removes an application with all that it owns. The platform’s own cannot be removed.',
  })
  async deleteApplication(@publicIdArgument() given: string | null, @Ctx() context: Context) {
    const { publicId, name } = await this.service.remove(viewerWithAccount(context), given ?? undefined);
    return { publicId, name, error: '' };
  }

  @FieldResolver(() => Connectors, { description: 'How the application reaches its channels.' })
  connectors(
    @Root() { publicId, connectors }: ApplicationRecord,
    @redactedArgument() isRedacted: boolean,
    @Ctx() context: Context,
  ) {
    const settings = connectorsWith({}, JSON.parse(connectors) as ConnectorSettings);
    const mayRead = context.viewer.role === 'platform' || seesSecrets(context, publicId);
    return mayRead && !isRedacted ? settings : redacted(settings);
  }

  @FieldResolver(() => UsageView, { description: 'What the application stores with all that it owns.' })
  usage(@Root() { publicId }: Application, @Ctx() { usages }: Context) {
    return usages.load(applicationUsage(publicId));
  }

  @FieldResolver(() => Conversation, {
    nullable: true,
    description: 'One of its conversations; null where there is none.',
  })
  conversation(@Root() { publicId }: Application, @number() given: number, @Ctx() { owned }: Context) {
    return owned.load(wishFor('Conversation', numberedKey(publicId, given)));
  }

  @FieldResolver(() => Field, { nullable: true, description: 'One of its fields; null where there is none.' })
  field(@Root() { publicId }: Application, @number() given: number, @Ctx() { owned }: Context) {
    return owned.load(wishFor('Field', numberedKey(publicId, given)));
  }

  @FieldResolver(() => ID, { description: 'Identifier of the application among all objects.' })
  id(@Root() { publicId }: Application): string {
    return globalId('Application', publicId);
  }
}

/** Names, email, password and switches cannot be emptied: null says nothing of them. The profile can. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  ...['name', 'email', 'password', 'oldPassword', 'isDisabled', 'isCompilationDisabled', 'connectors'],
]);

function said(input: ApplicationEditInput): Readonly<Record<string, unknown>> {
  const members = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !(value === null && NEVER_NULL.has(name)),
  );
  return Object.fromEntries(members);
}
