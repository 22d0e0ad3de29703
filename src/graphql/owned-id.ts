import type { OwnedKey } from '../domain/chatbot/owned-key';
import type { OwnedName, OwnerName } from '../domain/chatbot/owned-kinds';
import { Failure } from '../shared/failure';
import { globalNameOf } from './global-id';

/**
 * The key of an object of one type.
 *
 * @throws Failure INVALID_INPUT when the text is no identifier
 * @throws Failure NOT_FOUND when it is one of another type: among those of this one there is none
 */
export function ownedKeyOf(id: string, type: OwnedName | OwnerName): OwnedKey {
  const name = globalNameOf(id);
  if (name.type === type && 'key' in name) return name.key;
  throw new Failure('NOT_FOUND', 'There is no such object');
}
