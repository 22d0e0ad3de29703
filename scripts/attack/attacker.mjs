// A client that attacks, in a process of its own: its work is not to be measured with that of who is attacked. Ends by being killed.
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ATTACKS } from './attackers.mjs';
import { connectionsFrom, send } from './client.mjs';

/** A refused client does not ask again at once, unless that is the attack; milliseconds. */
const PAUSE = 20;

const { client, name, port, address, token, world } = JSON.parse(process.argv[2]);
const attack = ATTACKS.find((one) => one.client === client && one.name === name);
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
  const one = async () => {
    for (;;) {
      const answer = await send({ port, agent }, { token, ...attack.next(world, number++, token) });
      count(answer.status);
      bytes += answer.bytes;
      if (!attack.hammers && (answer.status === 429 || answer.status === 503)) await sleep(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: attack.connections }, one));
}
