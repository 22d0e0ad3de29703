// A reader and a user who logs in, in a separate process, so that only the server can delay them. Requests are sent at fixed times, without
// waiting for earlier responses. When its parent sends `end`, it returns its measurements and exits.
import { basic, connectionsFrom, send } from './client.mjs';
import { PASSWORD } from '../support/gateway.mjs';
import { READ_REQUESTS } from './read-requests.mjs';

/** Milliseconds between two reads, and between two logins. */
const READ_EVERY = 50;
const LOGIN_EVERY = 500;

/** Number of network addresses of the reader: so many that each stays far below its limits. */
const ADDRESSES = 20;

/** Time after which a missing response counts as lost, in milliseconds. */
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
// Requests before the attack only warm up the server, and are not measured.
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
  const measured = { ms: Infinity, status: 0 };
  list.push(measured);
  measured.answered = send({ port, agent: agents[n % ADDRESSES] }, options).then(({ ms, status }) => {
    Object.assign(measured, { ms, status });
  });
}

async function end() {
  timers.forEach(clearInterval);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([patience, Promise.all([...read, ...logins].map(({ answered }) => answered))]);
  process.send({ read: summary(read), logins: summary(logins) }, () => process.exit());
}

/** Summarises measurements. A response with another status than 200 counts as infinitely slow. */
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

/** Replaces infinity by null, because JSON has no infinity. */
function text(ms) {
  return Number.isFinite(ms) ? ms : null;
}
