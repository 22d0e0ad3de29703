// Somebody who reads, and somebody who logs in, in a process of their own, so that nothing but the server makes them wait. Each request
// is sent when it is due, whether earlier ones are answered or not. Ends on request and returns its observations.
import { basic, connectionsFrom, send } from './client.mjs';
import { PASSWORD } from '../support/gateway.mjs';
import { READ_REQUESTS } from './read-requests.mjs';

/** Milliseconds between two readings, and between two logins. */
const READ_EVERY = 50;
const LOGIN_EVERY = 500;

/** As many as keep each of them far below its limits, in milliseconds between two readings of one. */
const ADDRESSES = 20;

/** What has not come by then, never came; milliseconds. */
const PATIENCE = 10_000;

const { port, network, dictionary } = JSON.parse(process.argv[2]);
const agents = Array.from({ length: ADDRESSES }, (_, n) => connectionsFrom(`${network}.${n + 1}`, 20));
const requests = READ_REQUESTS(dictionary);
const read = [];
const logins = [];

const timers = [
  every(READ_EVERY, (n) => note(read, n, requests[n % requests.length])),
  every(LOGIN_EVERY, (n) => note(logins, n, { path: '/lexicon/login', headers: basic('visitor', PASSWORD) })),
];
// What was asked for before the attack begins only warms the server up.
process.on('message', (told) => {
  if (told === 'end') void end();
  else [read, logins].forEach((list) => list.splice(0));
});
process.on('disconnect', () => process.exit());

function every(ms, work) {
  let n = 0;
  return setInterval(() => work(n++), ms);
}

function note(list, n, options) {
  const one = { ms: Infinity, status: 0 };
  list.push(one);
  one.answered = send({ port, agent: agents[n % ADDRESSES] }, options).then(({ ms, status }) => {
    Object.assign(one, { ms, status });
  });
}

async function end() {
  timers.forEach(clearInterval);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([patience, Promise.all([...read, ...logins].map(({ answered }) => answered))]);
  process.send({ read: summary(read), logins: summary(logins) }, () => process.exit());
}

/** An answer that is none counts as one that never came. */
function summary(list) {
  const times = list.map(({ ms, status }) => (status === 200 ? ms : Infinity)).sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity;
  const having = (test) => list.filter(test).length;
  return {
    sent: list.length,
    ...{ p50: text(at(0.5)), p99: text(at(0.99)), slowest: text(at(1)) },
    refused: having(({ status }) => status === 429 || status === 503 || status === 0),
    wrong: having(({ status }) => ![0, 200, 429, 503].includes(status)),
  };
}

/** JSON knows no infinity. */
function text(ms) {
  return Number.isFinite(ms) ? ms : null;
}
