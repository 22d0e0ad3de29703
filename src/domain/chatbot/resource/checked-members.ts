import { Failure } from '../../../shared/failure';
import { freeJsonText, isJsonList, isJsonObject } from '../../../shared/json';
import { lengthOf, nfc } from '../../../shared/text';
import { type DomainClass, type Member, membersOf } from './members';

/** Longest text of a member, in code points. */
const LONGEST_TEXT = 100_000;

export type Members = Readonly<Record<string, unknown>>;

/** Members that are stored as the text of their JSON. */
const AS_JSON: ReadonlySet<Member['kind']> = new Set(['object', 'objects', 'loose', 'part']);

export function isStoredAsJson({ kind }: Pick<Member, 'kind'>): boolean {
  return AS_JSON.has(kind);
}

/**
 * The members of a class that are given, checked, as they are stored. Names that are no members are left out.
 *
 * @throws Failure INVALID_INPUT or TOO_LARGE that names the member
 */
export function storedMembers(type: DomainClass, given: Members): Members {
  return Object.fromEntries(
    membersOf(type).flatMap((member) => {
      const value = given[member.name];
      if (value === undefined) return [];
      const checked = checkedMember(member, value);
      return [[member.name, isStoredAsJson(member) && checked !== null ? textOf(member, checked) : checked]];
    }),
  );
}

function checkedMember(member: Member, value: unknown): unknown {
  if (value === null) return null;
  const { name, kind, type } = member;
  if (kind === 'part' && type) return checkedPart(name, type, value);
  if (!CHECKS[kind](value)) throw new Failure('INVALID_INPUT', `${name} ${COMPLAINTS[kind]}`);
  if (typeof value !== 'string') return value;
  if (lengthOf(value) > LONGEST_TEXT)
    throw new Failure('INVALID_INPUT', `${name} must have at most ${LONGEST_TEXT} characters`);
  return nfc(value);
}

/** A part keeps its members as plain JSON; `lastUpdate` comes with it. */
function checkedPart(name: string, type: DomainClass, value: unknown): Members {
  if (!isJsonObject(value)) throw new Failure('INVALID_INPUT', `${name} ${COMPLAINTS.part}`);
  const { lastUpdate } = value;
  const members = membersOf(type).map(
    (member) => [member.name, checkedMember(member, value[member.name] ?? null)] as const,
  );
  return { ...Object.fromEntries(members), lastUpdate: typeof lastUpdate === 'string' ? lastUpdate : null };
}

function textOf({ name }: Member, value: unknown): string {
  try {
    return freeJsonText(value);
  } catch (error) {
    if (error instanceof Failure) throw new Failure(error.reason, `${name}: ${error.message}`);
    throw error;
  }
}

const CHECKS: Readonly<Record<Member['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  loose: (value) => ['string', 'number', 'boolean'].includes(typeof value),
  object: isJsonObject,
  objects: (value) => isJsonList(value) && value.every(isJsonObject),
  part: isJsonObject,
};

const COMPLAINTS: Readonly<Record<Member['kind'], string>> = {
  text: 'must be a string',
  flag: 'must be true or false',
  integer: 'must be an integer',
  loose: 'must be a string, a number or a boolean',
  object: 'must be an object',
  objects: 'must be a list of objects',
  part: 'must be an object',
};
