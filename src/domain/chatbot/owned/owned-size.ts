import { Failure } from '../../../shared/failure';
import { storedSize } from '../../usage/usage';
import type { Members } from './checked-members';
import { type DomainClass, membersOf } from './members';

/** Largest object that an application owns, and largest application without what it owns, in bytes as they count. */
const MAX_OBJECT_BYTES = 1024 * 1024;

/** Bytes that an object counts as, by its members as they are stored. */
export function ownedSize(type: DomainClass, members: Members): number {
  const values = membersOf(type).map(({ name }) => members[name]);
  return storedSize([...values, members['connectors']]);
}

/** The same, for an object that is to be stored. @throws Failure TOO_LARGE */
export function checkedOwnedSize(type: DomainClass, members: Members): number {
  const size = ownedSize(type, members);
  if (size > MAX_OBJECT_BYTES)
    throw new Failure(
      'TOO_LARGE',
      `The object has ${size} bytes in all; at most ${MAX_OBJECT_BYTES} are accepted.`,
    );
  return size;
}
