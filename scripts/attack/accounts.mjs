import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../support/gateway.mjs';
import { graphql, send } from './client.mjs';

const USER = 'logIn(username: $name, password: $password)';
const APPLICATION = 'logInApplication(name: $name, password: $password)';

/** Attempts to log in, one a second: a machine that runs other things as well may refuse some before an attack has begun. */
const ATTEMPTS = 20;

/** Who has an account: its name, and the operation that logs it in. */
const ACCOUNTS = {
  user: ['crowd', USER],
  member: ['member', USER],
  tenant: ['tenant', APPLICATION],
  platform: ['platform', APPLICATION],
  admin: ['admin', USER],
};

/**
 * The token of an account; none for strangers. Over GraphQL, since an answer over REST has the data of an application in it.
 *
 * @param client port and agent
 */
export async function tokenOf(client, as) {
  if (ACCOUNTS[as] === undefined) return undefined;
  const [name, logIn] = ACCOUNTS[as];
  const query = `mutation ($name: String!, $password: String!) { payload: ${logIn} { login { token } } }`;
  const answers = [];
  while (answers.length < ATTEMPTS) {
    const { status, text } = await send(client, {
      ...graphql(query, { name, password: PASSWORD }),
      keepsText: true,
    });
    const token = JSON.parse(text || '{}').data?.payload?.login?.token;
    if (token !== undefined) return token;
    answers.push(`${status}: ${text.slice(0, 200)}`);
    await sleep(1000);
  }
  throw new Error(`the login of ${name} answered ${answers.at(-1)}`);
}
