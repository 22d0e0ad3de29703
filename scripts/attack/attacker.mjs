// A client that attacks, in a separate process, so that its work is not measured as that of the server. It runs until it is killed.
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attackers.mjs';
import { connectionsFrom, send } from './client.mjs';

/** Time for which a refused client waits before its next request, in milliseconds, unless the attack is to send without waiting. */
const PAUSE = 20;

const { client, name, port, address, token, world } = JSON.parse(process.argv[2]);
const attack = ATTACKS.find((candidate) => candidate.client === client && candidate.name === name);
const statuses = {};
const count = (status) => {
  statuses[status] = (statuses[status] ?? 0) + 1;
};
let bytes = 0;

setPriority(10);
setInterval(() => process.send({ statuses, bytes }), 200).unref();
process.on('disconnect', () => process.exit());

if (attack.run) {
  await attack.run({ port, address, token, world, count });
} else {
  const agent = connectionsFrom(address, attack.connections);
  let number = 0;
  const sendRepeatedly = async () => {
    for (;;) {
      const response = await send({ port, agent }, { token, ...attack.next(world, number++, token) });
      count(response.status);
      bytes += response.bytes;
      if (!attack.hammers && (response.status === 429 || response.status === 503)) await sleep(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, sendRepeatedly));
}
