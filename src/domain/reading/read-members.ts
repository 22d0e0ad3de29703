import type { Json } from '../../shared/json';
import type { UnmappedFields } from './unmapped-fields';
import { membersNamed } from './article-envelopes';
import type { Envelope, WrittenMember } from './article-envelopes';

/** Definition of a field: the names under which it can be written (the first one present counts), and its type. */
export interface Member<T> {
  readonly names: readonly string[];
  /** Completes the sentence "… is not …". */
  readonly expects: string;
  readonly read: (value: Json) => T | undefined;
}

/** One member for each field of a type. */
export type Members<T> = { readonly [K in keyof T]-?: Member<NonNullable<T[K]>> };

/** A written member that no field accepts, and the reason. */
export interface Unfit extends WrittenMember {
  readonly complaint: string;
}

export interface MembersRead<T> {
  readonly fields: Partial<T>;
  readonly unfit: readonly Unfit[];
  readonly unknown: readonly (readonly [name: string, value: Json])[];
}

/** Reads the first written member that is valid. Every other one is unfit, unless it repeats the same value. */
export function readFirst<T>(written: readonly WrittenMember[], member: Pick<Member<T>, 'expects' | 'read'>) {
  const unfit: Unfit[] = [];
  let first: T | undefined;
  for (const candidate of written) {
    const value = member.read(candidate.value);
    if (value === undefined) unfit.push({ ...candidate, complaint: `is not ${member.expects}` });
    else if (first === undefined) first = value;
    else if (first !== value) unfit.push({ ...candidate, complaint: 'is given a second time' });
  }
  return { value: first, unfit };
}

/**
 * Reads the fields of an object. Fields without a value are absent from the result.
 *
 * @param others names of members that are read elsewhere
 */
export function readMembers<T extends object>(
  envelope: Envelope,
  members: Members<T>,
  others?: Iterable<string>,
): MembersRead<T> {
  const unfit: Unfit[] = [];
  const fields: Partial<T> = {};
  const known = new Set(others);
  for (const key of Object.keys(members) as (keyof T & string)[]) {
    const member = members[key];
    const first = readFirst(membersNamed([envelope], member.names), member);
    unfit.push(...first.unfit);
    if (first.value !== undefined) fields[key] = first.value;
    for (const name of member.names) known.add(name);
  }
  return { fields, unfit, unknown: Object.entries(envelope.object).filter(([name]) => !known.has(name)) };
}

/** Stores the members without a field at the position of their object in `extra`. */
export function keepRest(
  rest: Omit<MembersRead<unknown>, 'fields'>,
  at: readonly string[],
  unmapped: UnmappedFields,
) {
  for (const unfit of rest.unfit) unmapped.keepUnfit(unfit, [...at, unfit.name], unfit.complaint);
  for (const [name, value] of rest.unknown) unmapped.keep([...at, name], value);
}
