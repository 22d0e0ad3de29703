import { MEMBER } from './member.mjs';
import { STRANGER } from './stranger.mjs';
import { TENANT } from './tenant.mjs';
import { USER } from './user.mjs';

/** No attack, to measure how long a reader waits on this machine without one. */
const NOBODY = { nothing: { run: () => new Promise(() => undefined) } };

/** All attacks: the client, the account that it uses (`as`), the name and the work of each. */
export const ATTACKS = Object.entries({
  ...{ stranger: STRANGER, tenant: TENANT, user: USER, member: MEMBER, nobody: NOBODY },
}).flatMap(([client, attacks]) =>
  Object.entries(attacks).map(([name, attack]) => ({ client, as: client, name, ...attack })),
);
