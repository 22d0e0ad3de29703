import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { databaseWithSample } from '../support/prepared-database';
import { eventually } from '../support/eventually';
import { startServer } from '../support/server-process';

const DICTIONARY = 'yor_eng_fra_griot';
const CLIENTS = 16;

test('SIGTERM under load loses no response: every stored comment was acknowledged before the server ended', async () => {
  const database = await databaseWithSample();
  const env = { ...database.env, RATE_LIMITS: 'off', ADMIN_USERNAME: ADMIN_NAME, ADMIN_PASSWORD };
  const server = await startServer(env);
  const client = clientOf(server.url);
  const token = await client.logIn(ADMIN_NAME, ADMIN_PASSWORD);
  const query = `mutation ($text: String!) {
    createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: $text }) { comment { publicId } userErrors { code message } } }`;
  const acknowledged = new Set<string>();
  const lost: string[] = [];
  const createComment = async (text: string): Promise<boolean> => {
    try {
      const { data, errors } = await client.graphql(query, { text }, token);
      if (errors.length > 0) lost.push(JSON.stringify(errors));
      acknowledged.add((data['createComment'] as { readonly publicId: string }).publicId);
      return true;
    } catch {
      // A connection that the server never accepted is refused or reset. What it stored of others is counted below.
      return false;
    }
  };

  const clients = Array.from({ length: CLIENTS }, async (_, number) => {
    for (let round = 0; await createComment(`${String(number)} ${String(round)}`); round++);
  });
  await eventually(() => acknowledged.size > 4 * CLIENTS);
  const code = await server.stop('SIGTERM');
  await Promise.all(clients);
  const second = await startServer(env);
  const ids = [...acknowledged];
  const { data } = await clientOf(second.url).graphql(
    `{ comments(filter: { dictionary: "${DICTIONARY}" }, first: 100) { nodes { publicId } totalCount } }`,
    {},
    token,
  );
  await second.stop();
  await database.drop();

  expect(lost).toEqual([]);
  expect(code).toBe(0);
  expect(ids.length).toBeGreaterThan(CLIENTS);
  expect(data['comments']).toMatchObject({ totalCount: ids.length });
});
