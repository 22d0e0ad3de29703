import { MEMBER } from './member.mjs';
import { STRANGER } from './stranger.mjs';
import { TENANT } from './tenant.mjs';
import { USER } from './user.mjs';

/** Nobody attacks: how long a reader waits on this machine as it is. */
const NOBODY = { nothing: { run: () => new Promise(() => undefined) } };

/** Every attack: who makes it, its name and what it does. */
export const ATTACKS = Object.entries({
  ...{ stranger: STRANGER, tenant: TENANT, user: USER, member: MEMBER, nobody: NOBODY },
}).flatMap(([client, attacks]) =>
  Object.entries(attacks).map(([name, attack]) => ({ client, as: client, name, ...attack })),
);
