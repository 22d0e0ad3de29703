import { PASSWORD } from '../support/gateway.mjs';
import { graphql, send } from './client.mjs';

const USER = 'logIn(username: $name, password: $password)';
const APPLICATION = 'logInApplication(name: $name, password: $password)';

/** Who has an account: its name, and the operation that logs it in. */
const ACCOUNTS = {
  user: ['crowd', USER],
  member: ['member', USER],
  tenant: ['tenant', APPLICATION],
  platform: ['platform', APPLICATION],
  admin: ['admin', USER],
};

/**
 * The token of an account; none for who has no account. Over GraphQL, since an answer over REST has the data of an application in it.
 *
 * @param client port and agent
 */
export async function tokenOf(client, as) {
  if (ACCOUNTS[as] === undefined) return undefined;
  const [name, logIn] = ACCOUNTS[as];
  const query = `mutation ($name: String!, $password: String!) { payload: ${logIn} { login { token } } }`;
  const { status, text } = await send(client, graphql(query, { name, password: PASSWORD }), true);
  const token = JSON.parse(text || '{}').data?.payload?.login?.token;
  if (token === undefined) throw new Error(`the login of ${name} answered ${status}: ${text.slice(0, 200)}`);
  return token;
}
