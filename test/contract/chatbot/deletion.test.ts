import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedDatabase } from '../../support/database';
import { databaseWithSample } from '../../support/prepared-database';
import { chatbotClient, PATH, PLATFORM } from '../../support/applications';
import { startServer } from '../../support/server-process';
import { runCommand } from '../../support/command';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REQUESTS = 3000;

/** Milliseconds from the request to delete to the kill, which meet the transaction at different steps. */
const KILLS = [100, 400];

test('a deletion that is killed leaves all of an application or nothing of it', async () => {
  const database = await databaseWithSample(embeddedDatabase());
  const env = {
    ...database.env,
    RATE_LIMITS: 'off',
    PLATFORM_NAME: PLATFORM.name,
    PLATFORM_EMAIL: PLATFORM.email,
    PLATFORM_PASSWORD: PLATFORM.password,
  };
  const folder = mkdtempSync(join(tmpdir(), 'griot-chatbot-'));
  writeFileSync(join(folder, 'applications.json'), JSON.stringify(KILLS.map((_, i) => application(i))));
  const { code } = await runCommand('import', [folder], env);
  expect(code).toBe(0);

  let server = await startServer(env);
  for (const [index, delay] of KILLS.entries()) {
    const client = await chatbotClient(server.url);
    const { token } = (await client.logInAs(nameOf(index))).body;
    const answered = client.rest('DELETE', PATH, { token: String(token) }).then(
      ({ status }) => status,
      () => undefined,
    );
    await sleep(delay);
    await server.stop('SIGKILL');
    const status = await answered;

    server = await startServer(env);
    const remaining = await remainingRequests(server.url, index);
    expect([0, REQUESTS]).toContain(remaining);
    if (status === 200) expect(remaining).toBe(0);
  }
  await server.stop();
  await database.drop();
});

function nameOf(index: number): string {
  return `Doomed ${String(index)}`;
}

function application(index: number): object {
  const requests = Array.from({ length: REQUESTS }, (_, number) => ({
    public_id: number + 1,
    intent_name: 'GREET',
  }));
  const email = `doomed${String(index)}@example.org`;
  return {
    name: nameOf(index),
    email,
    password: 'une phrase: assez longue é',
    conversations: [{ public_id: 1, requests }],
  };
}

/**
 * Requests of an application that are still there, each of them read; none when it is gone. The platform looks: a login
 * would write, and wait until the database gives up the transaction of the process that was killed.
 */
async function remainingRequests(url: string, index: number): Promise<number> {
  const { rest, platform: token } = await chatbotClient(url);
  const { body } = await rest('GET', `${PATH}?search=${encodeURIComponent(nameOf(index))}`, { token });
  const [found] = body['applications'] as { public_id: string }[];
  if (!found) return 0;
  const { text } = await rest('GET', `/export/applications/${found.public_id}`, { token });
  const { conversations } = JSON.parse(text) as { conversations: { requests: object[] }[] };
  return conversations.reduce((sum, { requests }) => sum + requests.length, 0);
}
