import { nameKeyOf } from '../../domain/account/account-names';
import type { DictionaryMember, UserRecord } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import { inputFailure } from '../../shared/faults';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import {
  type AccountViewer,
  type DictionaryRole,
  hasDictionaryRole,
  type Membership,
  roleAmong,
} from '../../shared/viewer';
import type { Storage } from '../../storage/storage';
import { readPageOf, unfilteredSource } from '../list-page';
import type { DictionaryService } from './dictionary.service';
import { userNotFound, findUser } from '../accounts/user.service';

/** Name and version of the order of members, by name without regard to case; cursors of another one are refused. */
const MEMBER_ORDER = 'members 1';

/**
 * Maximum number of members of one dictionary, and of dictionaries of one member: a session holds a copy of the latter.
 */
const MAX_MEMBERS = 500;
const MAX_MEMBERSHIPS = 100;

export function memberCursor({ username }: Pick<DictionaryMember, 'username'>): string {
  return cursorOf(nameKeyOf(username), MEMBER_ORDER);
}

/** Gives users roles in dictionaries. The access table decides who may. */
export class MemberService {
  constructor(
    private readonly storage: Pick<Storage, 'users'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /** One page of the members of a dictionary, ordered by name. */
  async list(
    dictionaryId: string,
    pageRequest: PageRequest,
    maxItems: number,
  ): Promise<Page<DictionaryMember>> {
    const { users } = this.storage;
    const list = unfilteredSource<DictionaryMember>(MEMBER_ORDER, {
      read: async (query) =>
        (await users.members(dictionaryId, query)).map((user) => memberIn(dictionaryId, user)),
      total: () => users.countMembers(dictionaryId),
    });
    return readPageOf(list, pageRequest, maxItems);
  }

  /**
   * Gives a user a role in a dictionary, which replaces an earlier one.
   *
   * @throws Failure DICTIONARY_NOT_FOUND; NOT_FOUND without such a user; CONFLICT when it is the last owner;
   *   QUOTA_EXCEEDED
   */
  async set(
    viewer: AccountViewer,
    dictionary: string,
    user: string,
    role: DictionaryRole,
  ): Promise<DictionaryMember> {
    return this.change(viewer, { dictionary, user }, (dictionaryId, memberships, members) => {
      const others = memberships.filter((membership) => membership.dictionaryId !== dictionaryId);
      if (others.length >= MAX_MEMBERSHIPS)
        throw inputFailure(
          'QUOTA_EXCEEDED',
          'user',
          `A user is a member of at most ${MAX_MEMBERSHIPS} dictionaries`,
        );
      if (others.length === memberships.length && members >= MAX_MEMBERS)
        throw inputFailure('QUOTA_EXCEEDED', 'user', `A dictionary has at most ${MAX_MEMBERS} members`);
      return [...others, { dictionaryId, role }];
    });
  }

  /**
   * Removes the membership of a user. Owners may remove anyone, other members only themselves.
   *
   * @throws Failure as `set`; NOT_FOUND when the user is not a member; FORBIDDEN
   */
  async remove(viewer: AccountViewer, dictionary: string, user: string): Promise<DictionaryMember> {
    return this.change(viewer, { dictionary, user }, (dictionaryId, memberships) => {
      const remaining = memberships.filter((membership) => membership.dictionaryId !== dictionaryId);
      if (remaining.length === memberships.length) throw new Failure('NOT_FOUND', 'The user is not a member');
      return remaining;
    });
  }

  /** @returns the member after the change; if the membership was removed, as it was before */
  private async change(
    viewer: AccountViewer,
    names: { readonly dictionary: string; readonly user: string },
    plan: (dictionaryId: string, before: readonly Membership[], members: number) => readonly Membership[],
  ): Promise<DictionaryMember> {
    const { dictionaryId } = await this.dictionaries.existing(names.dictionary);
    const user = await findUser(this.storage, names.user);
    const isSelf = user !== undefined && String(user.number) === viewer.accountId;
    // This error comes before that of an unknown user, because only owners learn whether a user exists.
    if (!hasDictionaryRole('owner', viewer, dictionaryId) && !isSelf)
      throw new Failure('FORBIDDEN', 'Only owners of the dictionary can change its other members');
    if (!user) throw userNotFound();
    const changed = await this.storage.users.changeMemberships(
      user.number,
      dictionaryId,
      ({ memberships = [] }, members) => {
        const after = plan(dictionaryId, memberships, members.length);
        const owners = members.filter((member) => roleAmong(member.memberships, dictionaryId) === 'owner');
        const isLastOwner = owners.length === 1 && owners[0]?.number === user.number;
        if (isLastOwner && roleAmong(after, dictionaryId) !== 'owner' && viewer.role !== 'admin')
          throw inputFailure(
            'CONFLICT',
            'user',
            'A dictionary must have an owner: make another member owner first',
          );
        return after;
      },
    );
    if (!changed) throw new Failure('NOT_FOUND', 'There is no such user or dictionary');
    return memberIn(dictionaryId, roleAmong(changed.memberships, dictionaryId) ? changed : user);
  }
}

function memberIn(dictionaryId: string, user: UserRecord): DictionaryMember {
  const { number: userNumber, username, name, memberships } = user;
  return { dictionaryId, userNumber, username, name, role: roleAmong(memberships, dictionaryId) ?? 'reader' };
}
