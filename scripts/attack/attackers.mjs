import { STRANGER } from './stranger.mjs';
import { TENANT } from './tenant.mjs';
import { USER } from './user.mjs';

/** Every attack: who makes it, its name and what it does. */
export const ATTACKS = Object.entries({ stranger: STRANGER, tenant: TENANT, user: USER }).flatMap(
  ([client, attacks]) =>
    Object.entries(attacks).map(([name, attack]) => ({ client, as: client, name, ...attack })),
);
