import { Field, InputType } from 'type-graphql';
import { EmailAddress } from '../../domain/account/account-names';
import { ConnectorsInput } from '../../domain/chatbot/connectors';

const text = (description: string) => Field(() => String, { nullable: true, description });
const flag = (description: string) => Field(() => Boolean, { nullable: true, description });

/** What an application says of itself. */
@InputType()
abstract class ApplicationProfileInput {
  @text('Company that the application belongs to.')
  company?: string | null;

  @text('Country of the company.')
  country?: string | null;

  @text('What the application is for.')
  description?: string | null;

  @text('Who looks after the application.')
  maintainer?: string | null;

  @text('Platform that it runs on.')
  platform?: string | null;

  @text('Picture of the application.')
  photo?: string | null;

  @text('Time zone, e.g. `Africa/Douala`.')
  timezone?: string | null;

  @text('Web site of the application.')
  website?: string | null;

  @flag('Whether the application is locked out.')
  isDisabled?: boolean | null;

  @flag('Whether new compilers are refused.')
  isCompilationDisabled?: boolean | null;

  @Field(() => ConnectorsInput, { nullable: true, description: 'How the application reaches its channels.' })
  connectors?: object | null;
}

@InputType({ description: 'A new application.' })
export class NewApplicationInput extends ApplicationProfileInput {
  @Field(() => EmailAddress, { description: 'Email to log in with.' })
  email!: string;

  @Field(() => String, { description: 'Name to log in with: up to 100 characters, no colon.' })
  name!: string;

  @Field(() => String, { description: '8 to 128 characters.' })
  password!: string;
}

@InputType({ description: 'What changes in an application; what is left out stays.' })
export class ApplicationEditInput extends ApplicationProfileInput {
  @Field(() => EmailAddress, { nullable: true, description: 'Another email to log in with.' })
  email?: string | null;

  @text('Another name to log in with.')
  name?: string | null;

  @text('Another password: 8 to 128 characters. It ends all other sessions.')
  password?: string | null;

  @text('The password until now, needed for another one.')
  oldPassword?: string | null;
}
