import { Arg, Field, ID, InputType } from 'type-graphql';
import { EmailAddress } from '../../domain/account/account-names';
import { ConnectorsInput } from '../../domain/chatbot/connectors';
import { textField } from '../../domain/values/described-fields';

const flag = (description: string) => Field(() => Boolean, { nullable: true, description });

/** Input fields of an application. */
@InputType()
abstract class ApplicationProfileInput {
  @textField('Company to which the application belongs.')
  company?: string | null;

  @textField('Country of the company.')
  country?: string | null;

  @textField('Purpose of the application.')
  description?: string | null;

  @textField('Maintainer of the application.')
  maintainer?: string | null;

  @textField('Platform on which the application runs.')
  platform?: string | null;

  @textField('URL of a picture of the application.')
  photo?: string | null;

  @textField('Time zone, e.g. `Africa/Douala`.')
  timezone?: string | null;

  @textField('Web site of the application.')
  website?: string | null;

  @flag('Whether the application is disabled and cannot log in.')
  isDisabled?: boolean | null;

  @flag('Whether the server refuses new compilers of the application.')
  isCompilationDisabled?: boolean | null;

  @Field(() => ConnectorsInput, {
    nullable: true,
    description: 'Settings of the channels that connect the application to its users.',
  })
  connectors?: object | null;
}

@InputType('CreateApplicationInput', { description: 'A new application.' })
export class NewApplicationInput extends ApplicationProfileInput {
  @Field(() => EmailAddress, { description: 'Email address for logging in.' })
  email!: string;

  @Field(() => String, { description: 'Name for logging in: up to 100 characters, without a colon.' })
  name!: string;

  @Field(() => String, { description: 'Password: 8 to 128 characters.' })
  password!: string;
}

@InputType('UpdateApplicationInput', {
  description: 'Changes to an application. Omitted fields keep their value.',
})
export class ApplicationEditInput extends ApplicationProfileInput {
  @Field(() => EmailAddress, { nullable: true, description: 'New email address for logging in.' })
  email?: string | null;

  @textField('New name for logging in.')
  name?: string | null;

  @textField('New password: 8 to 128 characters. Setting it ends all other sessions.')
  password?: string | null;

  @textField('The current password. Required to set a new one.')
  oldPassword?: string | null;
}

@InputType({ description: 'Restricts a list to applications that match all given conditions.' })
export class ApplicationFilter {
  @textField('Only applications whose name or email address contains this text, ignoring case.')
  text?: string | null;

  @flag('`true` returns only disabled applications, `false` only enabled ones.')
  isDisabled?: boolean | null;
}

/** The argument of the global identifier of an application. */
export const applicationId = () =>
  Arg('id', () => ID, {
    nullable: true,
    description: 'Global identifier (`id`) of the application.',
  }) as ParameterDecorator;

/** The argument of its public identifier. */
export const publicIdArgument = () =>
  Arg('publicId', () => ID, {
    nullable: true,
    description: '`publicId` of the application. Replaces `id`.',
  }) as ParameterDecorator;
