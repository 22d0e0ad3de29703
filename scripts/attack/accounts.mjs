import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../support/gateway.mjs';
import { graphql, send } from './client.mjs';

const USER = 'logIn(username: $name, password: $password)';
const APPLICATION = 'logInApplication(name: $name, password: $password)';

/** Maximum number of login attempts, one per second: the server of a busy machine may refuse some before an attack begins. */
const ATTEMPTS = 20;

/** The accounts of clients: name, and operation that logs in. */
const ACCOUNTS = {
  user: ['crowd', USER],
  member: ['member', USER],
  tenant: ['tenant', APPLICATION],
  platform: ['platform', APPLICATION],
  admin: ['admin', USER],
};

/**
 * The token of an account; `undefined` for strangers. Over GraphQL, because a REST response also contains the data of an application.
 *
 * @param client port and agent
 * @throws Error if no attempt succeeds
 */
export async function tokenOf(client, as) {
  if (ACCOUNTS[as] === undefined) return undefined;
  const [name, logIn] = ACCOUNTS[as];
  const query = `mutation ($name: String!, $password: String!) { payload: ${logIn} { login { token } } }`;
  const refusals = [];
  while (refusals.length < ATTEMPTS) {
    const { status, text } = await send(client, {
      ...graphql(query, { name, password: PASSWORD }),
      keepsText: true,
    });
    const token = JSON.parse(text || '{}').data?.payload?.login?.token;
    if (token !== undefined) return token;
    refusals.push(`${status}: ${text.slice(0, 200)}`);
    await sleep(1000);
  }
  throw new Error(`the login of ${name} was refused with ${refusals.at(-1)}`);
}
