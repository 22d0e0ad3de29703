// Attacks a server with default limits, one attack after the other, by one client of each kind. Measures the responses to a reader on
// another address, logins, memory, and the time until the server is idle again. Exits with 1 if a bound of scripts/attack/bounds.mjs is
// exceeded.
//
//   npm run attack -- [--seconds 30] [--articles 15000] [--copy-of DATA_DIR] [--only WORDS]... [--together [--rounds N]] [--short] [--json] [FOLDER...]
//
// Linux only. With --together, one attack of each kind of client runs at the same time, or as many as N rounds need. --short creates little
// data and runs only some of the attacks. The articles are generated from the dictionaries in the folders. With MONGODB_URI, each round
// creates a database on that server.
import { parseArgs } from 'node:util';
import { ATTACKS } from './attack/attackers.mjs';
import { failuresOf, shown } from './attack/bounds.mjs';
import { runRound } from './attack/run-round.mjs';
import { freshCopy, makeWorld } from './attack/world.mjs';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    articles: { type: 'string', default: '15000' },
    'copy-of': { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    together: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    short: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

// Each round starts a server, which ends with this process.
process.setMaxListeners(0);

// The server must end with this process, for whatever reason this process ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const wanted = ATTACKS.filter(
  ({ client, name, isShort = false }) =>
    values.only.some((words) => `${client}: ${name}`.includes(words)) && (isShort || !values.short),
);
const options = {
  ...{ articles: Number(values.articles), folders, copyOf: values['copy-of'] },
  size: values.short ? 'small' : 'whole',
};
const world = await makeWorld(options);
const results = [];
if (!values.json) console.log(`${HEAD().join(' | ')}`);
for (const attacks of values.together ? together(wanted) : wanted.map((attack) => [attack])) {
  const result = await runRound(await freshCopy(world, options), attacks, {
    seconds: Number(values.seconds),
  });
  results.push(result);
  console.log(values.json ? JSON.stringify(result) : lineOf(result));
}
const missed = results.filter((result) => failuresOf(result).length > 0);
if (!values.json) console.log(`${results.length} rounds, ${missed.length} of them beyond a bound`);
process.exit(missed.length > 0 ? 1 : 0);

/** Divides attacks into rounds. A round has one attack of each kind of client, or several if fewer rounds are requested. */
function together(attacks) {
  const clients = [...new Set(attacks.map(({ client }) => client))].map((name) =>
    attacks.filter(({ client }) => client === name),
  );
  const rounds = Number(values.rounds ?? Math.max(...clients.map(({ length }) => length)));
  return Array.from({ length: rounds }, (_, n) =>
    clients.flatMap((own) => own.filter((_attack, place) => place % rounds === n)),
  );
}

function HEAD() {
  return [
    'attack',
    'answers',
    'reader p50',
    'p99',
    'refused',
    'login',
    'gateway MB',
    'engine MB',
    'at rest',
    'before',
    'after',
    'beyond',
  ];
}

function lineOf(result) {
  const { attacks, reader, login, memory, restMs, beforeMs, afterMs } = result;
  return [
    attacks.map(({ client, name }) => `${client}: ${name}`).join(' + '),
    attacks
      .map(({ statuses = {} }) =>
        Object.entries(statuses)
          .map(([status, count]) => `${count}×${status}`)
          .join(' '),
      )
      .join(' + '),
    ...[
      shown(reader.p50),
      shown(reader.p99),
      `${reader.refused + reader.wrong}/${reader.sent}`,
      shown(login.slowest),
    ],
    memory.gateway,
    memory.engine ?? '–',
    shown(restMs),
    shown(beforeMs),
    shown(afterMs),
    failuresOf(result).join('; ') || '–',
  ].join(' | ');
}
