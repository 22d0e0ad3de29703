import { nameKeyOf, skeletonOf } from '../account/account-names';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../values/node';
import type { KnownNetwork } from '../account/known-networks';
import { lastUpdate, text } from './resource/resource-fields';
import type { ListStates } from './resource/resource-record';
import type { FieldValues } from './resource/stored-fields';
import { cut } from '../../shared/text';

/** Returns the forms of the name of an application that find it and that detect look-alike names. */
export function applicationNameKeys({
  name,
  email,
}: Pick<Application, 'name' | 'email'>): Pick<
  ApplicationRecord,
  'nameKey' | 'emailKey' | 'skeleton' | 'grams'
> {
  const [nameKey, emailKey] = [nameKeyOf(name), nameKeyOf(email)];
  return { nameKey, emailKey, skeleton: skeletonOf(name), grams: gramsOf(nameKey, emailKey) };
}

/** Source of the fields: interface text, Application, and decisions, section 4. */
@ObjectType({
  implements: Node,
  description: 'A chatbot application: the account of a company and everything it owns.',
  simpleResolvers: true,
})
export class Application {
  @Field(() => ID, { description: 'Public identifier, a UUID.' })
  publicId!: string;

  @Field(() => String, { description: 'Name for logging in. Unique, ignoring case.' })
  name!: string;

  @Field(() => String, { description: 'Email address for logging in. Unique, ignoring case.' })
  email!: string;

  @text('Company to which the application belongs.')
  company!: string | null;

  @text('Country of the company.')
  country!: string | null;

  @text('Purpose of the application.')
  description!: string | null;

  @text('Maintainer of the application.')
  maintainer!: string | null;

  @text('Platform on which the application runs.')
  platform!: string | null;

  @text('URL of a picture of the application.')
  photo!: string | null;

  @text('Time zone, e.g. `Africa/Douala`.')
  timezone!: string | null;

  @text('Web site of the application.')
  website!: string | null;

  @Field(() => Boolean, {
    description: 'Whether the application is disabled. A disabled application cannot log in.',
  })
  isDisabled!: boolean;

  @Field(() => Boolean, { description: 'Whether the server refuses new compilers of the application.' })
  isCompilationDisabled!: boolean;

  @Field(() => Int, { description: 'Number of likes.' })
  likeCount!: number;

  @Field(() => Int, { description: 'Number of dislikes.' })
  unlikeCount!: number;

  @lastUpdate()
  lastUpdate!: string | null;

  @Field(() => Date, { description: 'When the application was created.' })
  createdAt!: Date;
}

/** An application document. `passwordHash` never leaves the storage and account services. */
export interface ApplicationRecord extends Application {
  /** Name and email in the form in which they are unique. */
  readonly nameKey: string;
  readonly emailKey: string;
  /** The skeleton that look-alike names share. */
  readonly skeleton: string;
  readonly passwordHash: string;
  /** Networks from which the application has logged in; absent before the first login. */
  readonly knownNetworks?: readonly KnownNetwork[];
  /** Whether this is the platform's own application, which has additional rights. */
  readonly isPlatform: boolean;
  /** The settings of the eight connectors, as JSON text. */
  readonly connectors: string;
  readonly lists: ListStates;
  /** The search keys of the application. */
  readonly grams: readonly string[];
  /** Digest of the imported values. */
  readonly imported?: string;
  /** Size of the application without its resources, in bytes, that counts towards the quota. */
  readonly bytes: number;
}

/** The fields of an application in a file: all except its owner and its dates. */
export type ApplicationContent = Omit<
  ApplicationRecord,
  'passwordHash' | 'knownNetworks' | 'isPlatform' | 'createdAt'
>;

/** A resource in an imported file, with the objects of its lists by the names of the lists. */
export interface ImportedObject {
  readonly number?: number | undefined;
  readonly publicId?: string | undefined;
  readonly lastUpdate?: string | undefined;
  readonly fields: FieldValues;
  readonly lists: Readonly<Record<string, readonly ImportedObject[]>>;
}

/** An application in an imported file. */
export interface ImportedApplication extends ImportedObject {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly isDisabled: boolean;
  readonly isCompilationDisabled: boolean;
  readonly likeCount: number;
  readonly unlikeCount: number;
  readonly connectors: FieldValues;
}

/** Maximum length of a gram, in letters. A longer text is found by several grams. */
const GRAM_LENGTH = 3;

/** Maximum length of a search text, in code points; longer texts are cut. */
const MAX_SEARCHED_LENGTH = 100;

/** Returns all grams of up to three letters in the texts. They find parts of words. */
export function gramsOf(...texts: readonly string[]): string[] {
  const grams = new Set<string>();
  for (const text of texts)
    for (let size = 1; size <= GRAM_LENGTH; size++) addGrams(grams, cut(text, 300), size);
  return [...grams];
}

/** Returns the grams that a text must have to contain a search text. */
export function gramsOfSearch(text: string): string[] {
  const searched = cut(text, MAX_SEARCHED_LENGTH);
  const grams = new Set<string>();
  addGrams(grams, searched, Math.min(GRAM_LENGTH, Array.from(searched).length));
  return [...grams];
}

function addGrams(grams: Set<string>, text: string, size: number): void {
  const letters = Array.from(text);
  for (let i = 0; i + size <= letters.length; i++) grams.add(letters.slice(i, i + size).join(''));
}
