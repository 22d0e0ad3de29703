import { numberedKey, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import type { ArticleAddress } from '../../services/articles/article.service';
import { invalid } from '../../shared/faults';
import { type GlobalName, globalNameOf, resourceKeyOf } from './global-id';

type Type = GlobalName['type'];

type NameOf<Of extends Type> = Extract<GlobalName, { readonly type: Of }>;

type ArgumentValue = string | null | undefined;

/** The arguments of an operation by which a caller can name an object: its global identifier, or its short names. */
interface ObjectArguments {
  readonly id: readonly [argument: string, value: ArgumentValue];
  readonly names: Readonly<Record<string, ArgumentValue>>;
}

/** The given reference to an object: a global identifier or all of its short names; `undefined` if omitted. */
type Choice = { readonly id: string } | { readonly names: readonly string[] } | undefined;

/**
 * The reference in the arguments.
 *
 * @throws Failure INVALID_INPUT that names the arguments, if both ways are used, or one of them in part
 */
function chosen({ id: [argument, id], names }: ObjectArguments): Choice {
  const values = Object.values(names).filter((value) => typeof value === 'string');
  const isById = typeof id === 'string';
  if (!isById && values.length === 0) return undefined;
  if (isById && values.length === 0) return { id };
  if (!isById && values.length === Object.keys(names).length) return { names: values };
  throw invalid(argument, `give either ${argument} or ${joinedNames(names)}${isById ? ', not both' : ''}`);
}

function required({ id, names }: ObjectArguments): Exclude<Choice, undefined> {
  const choice = chosen({ id, names });
  if (choice === undefined) throw invalid(id[0], `${id[0]} or ${joinedNames(names)} is required`);
  return choice;
}

function joinedNames(names: ObjectArguments['names']): string {
  return Object.keys(names).join(' and ');
}

/**
 * Parses a global identifier of a given type.
 *
 * @param argument that has it
 * @throws Failure INVALID_INPUT when it is that of no object, or of one of another type
 */
function namedBy<Of extends Type>(id: string, type: Of, argument: string): NameOf<Of> {
  const name = globalNameOf(id, argument);
  if (name.type === type) return name as NameOf<Of>;
  throw invalid(argument, `${argument} must be the global identifier (id) of ${article(type)} ${type}`);
}

function article(type: string): string {
  return /^[AEIOU]/.test(type) ? 'an' : 'a';
}

export interface ArticleNames {
  readonly id?: ArgumentValue;
  readonly dictionary?: ArgumentValue;
  readonly number?: ArgumentValue;
}

/** @throws Failure INVALID_INPUT unless exactly one way names the article */
export function articleNamed({ id, dictionary, number }: ArticleNames, argument = 'id'): ArticleAddress {
  const choice = required({ id: [argument, id], names: { dictionary, number } });
  if ('id' in choice) return articleAddress(choice.id, argument);
  const [dictionaryId = '', numberOrPublicId = ''] = choice.names;
  return { dictionaryId, id: numberOrPublicId };
}

function articleAddress(id: string, argument: string): ArticleAddress {
  const { dictionaryId, number } = namedBy(id, 'Article', argument);
  return { dictionaryId, id: String(number) };
}

export interface DictionaryNames {
  readonly dictionaryId?: ArgumentValue;
  readonly dictionary?: ArgumentValue;
}

interface ManyDictionaryNames {
  readonly dictionaryIds?: readonly string[] | null;
  readonly dictionaries?: readonly string[] | null;
}

/**
 * The identifier or number of a dictionary; `undefined` when none is named.
 *
 * @throws Failure INVALID_INPUT when both ways name one
 */
export function dictionaryIn(
  { dictionaryId, dictionary }: DictionaryNames,
  argument = 'dictionaryId',
): string | undefined {
  const choice = chosen({ id: [argument, dictionaryId], names: { dictionary } });
  if (choice === undefined) return undefined;
  return 'id' in choice ? namedBy(choice.id, 'Dictionary', argument).dictionaryId : choice.names[0];
}

/**
 * The identifiers or numbers of several dictionaries; `undefined` when none are named.
 *
 * @throws Failure INVALID_INPUT when both ways name some
 */
export function dictionariesNamed({
  dictionaryIds,
  dictionaries,
}: ManyDictionaryNames): readonly string[] | undefined {
  if (dictionaryIds && dictionaries)
    throw invalid('dictionaryIds', 'give either dictionaryIds or dictionaries, not both');
  const named = dictionaryIds?.map((id) => namedBy(id, 'Dictionary', 'dictionaryIds').dictionaryId);
  return named ?? dictionaries ?? undefined;
}

/** @throws Failure INVALID_INPUT unless exactly one way names the dictionary */
export function dictionaryNamed(
  { dictionaryId: id, dictionary }: DictionaryNames,
  argument = 'dictionaryId',
) {
  required({ id: [argument, id], names: { dictionary } });
  return dictionaryIn({ dictionaryId: id, dictionary }, argument) ?? '';
}

/** The `proposalId` of a proposal. @throws Failure INVALID_INPUT unless exactly one way names it */
export function proposalNamed({
  id,
  proposal,
}: {
  readonly id?: ArgumentValue;
  readonly proposal?: ArgumentValue;
}): string {
  const choice = required({ id: ['id', id], names: { proposal } });
  return 'id' in choice ? namedBy(choice.id, 'Proposal', 'id').proposalId : (choice.names[0] ?? '');
}

/** The `mediaId` of a recording or picture. @throws Failure INVALID_INPUT unless exactly one way names it */
export function mediaNamed({
  id,
  media,
}: {
  readonly id?: ArgumentValue;
  readonly media?: ArgumentValue;
}): string {
  const choice = required({ id: ['id', id], names: { media } });
  return 'id' in choice ? namedBy(choice.id, 'Media', 'id').mediaId : (choice.names[0] ?? '');
}

/** The `importId` of an import. @throws Failure INVALID_INPUT unless exactly one way names it */
export function importNamed(names: { readonly id?: ArgumentValue; readonly import?: ArgumentValue }): string {
  const choice = required({ id: ['id', names.id], names: { import: names.import } });
  return 'id' in choice ? namedBy(choice.id, 'DictionaryImport', 'id').importId : (choice.names[0] ?? '');
}

export interface PublicNames {
  readonly id?: ArgumentValue;
  readonly publicId?: ArgumentValue;
}

/** The public identifier of a comment. @throws Failure INVALID_INPUT unless exactly one way names it */
export function commentNamed({ id, publicId }: PublicNames): string {
  const choice = required({ id: ['id', id], names: { publicId } });
  return 'id' in choice ? namedBy(choice.id, 'Comment', 'id').publicId : (choice.names[0] ?? '');
}

/** The number or name of a user. @throws Failure INVALID_INPUT unless exactly one way names the user */
export function userNamed(
  { id, user }: { readonly id?: ArgumentValue; readonly user?: ArgumentValue },
  argument = 'id',
): string {
  const choice = required({ id: [argument, id], names: { user } });
  return 'id' in choice ? String(namedBy(choice.id, 'User', argument).number) : (choice.names[0] ?? '');
}

/** The public identifier of an application; `undefined` when none is named. @throws Failure INVALID_INPUT for both ways */
export function applicationIn({ id, publicId }: PublicNames): string | undefined {
  const choice = chosen({ id: ['id', id], names: { publicId } });
  if (choice === undefined) return undefined;
  return 'id' in choice ? namedBy(choice.id, 'Application', 'id').key : choice.names[0];
}

/**
 * The public identifier of an application.
 *
 * @throws Failure INVALID_INPUT unless exactly one way names it
 */
export function applicationNamed(names: PublicNames): string {
  required({ id: ['id', names.id], names: { publicId: names.publicId } });
  return applicationIn(names) ?? '';
}

/** The public identifier of the application that owns a new object; `undefined` when none is named. */
export function owningApplication(
  applicationId: ArgumentValue,
  application: ArgumentValue,
): string | undefined {
  const choice = chosen({ id: ['applicationId', applicationId], names: { application } });
  if (choice === undefined) return undefined;
  return 'id' in choice ? namedBy(choice.id, 'Application', 'applicationId').key : choice.names[0];
}

/** The key of a field. @throws Failure INVALID_INPUT unless exactly one way names it */
export function fieldNamed(names: PublicNames & { readonly number?: number | null }): ResourceKey {
  const { id, publicId, number } = names;
  const choice = required({ id: ['id', id], names: { publicId, number: number?.toString() } });
  if ('id' in choice) return resourceKeyOf(choice.id, 'Field');
  const [owner = '', numberText = ''] = choice.names;
  return numberedKey(owner, Number(numberText));
}

export interface SubjectNames extends DictionaryNames {
  readonly articleId?: ArgumentValue;
  readonly number?: ArgumentValue;
}

/** A dictionary, or an article of it, in the form of the services; both are optional. */
export interface Subject {
  readonly dictionaryId: string | undefined;
  readonly articleId: string | undefined;
}

/** @throws Failure INVALID_INPUT when two ways name the dictionary or the article */
export function subjectNamed({ articleId, number, ...dictionary }: SubjectNames): Subject {
  if (typeof articleId !== 'string')
    return { dictionaryId: dictionaryIn(dictionary), articleId: number ?? undefined };
  if ([number, dictionary.dictionary, dictionary.dictionaryId].some((name) => typeof name === 'string'))
    throw invalid('articleId', 'give either articleId or dictionary and number, not both');
  const { dictionaryId, id } = articleAddress(articleId, 'articleId');
  return { dictionaryId, articleId: id };
}

/** The number of a user or the public identifier of an application; `undefined` when neither is named. */
export function accountIn(accountId: ArgumentValue, account: ArgumentValue): string | undefined {
  const choice = chosen({ id: ['accountId', accountId], names: { account } });
  if (choice === undefined) return undefined;
  if ('names' in choice) return choice.names[0];
  const name = globalNameOf(choice.id, 'accountId');
  if (name.type === 'User') return String(name.number);
  return namedBy(choice.id, 'Application', 'accountId').key;
}

/** The number of the user who wrote comments; `undefined` when none is named. */
export function userNumberIn(userId: ArgumentValue, userNumber: ArgumentValue): string | undefined {
  const choice = chosen({ id: ['userId', userId], names: { userNumber } });
  if (choice === undefined) return undefined;
  return 'id' in choice ? String(namedBy(choice.id, 'User', 'userId').number) : choice.names[0];
}
