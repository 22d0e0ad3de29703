const { createHash } = require('node:crypto');
const SharedEnvironment = require('./environment.cjs');

const { default: Sequencer } = require(
  SharedEnvironment.ofJest('jest', '@jest/core', '@jest/test-sequencer'),
);

/** The files that take longest, longest first: jest learns that from its cache, which a new clone does not have. */
const SLOW = [
  'test/app/start',
  'test/attack/attack',
  'test/web/desk-in-browser',
  'test/web/playground',
  'test/web/desk-pages-in-browser',
  'test/cli/import',
  'test/contract/access/access',
  'test/storage/search',
  'test/app/limits',
  'test/cli/load-continued',
  'test/storage/search-languages',
  'test/cli/dump-load',
  'test/clients/generated-clients',
  'packages/embedded-database/test/commands/index-build',
  'test/web/playground-examples',
  'test/hostile/hostile',
  'test/cli/lift',
  'test/storage/examined-search',
  'test/contract/graphql/every-connection',
  'test/contract/chatbot/tenant-walls',
  'test/contract/equality',
  'test/app/workers',
  'test/web/html-edition',
  'test/contract/graphql/examined-lists',
  'test/faults/crash',
  'test/cli/reindex',
  'test/contract/graphql/examined-pages',
  'test/contract/graphql/object-names',
  'packages/embedded-database/test/commands/limits',
  'test/examples/examples',
  'test/contract/transfers/imports',
  'test/contract/openapi/openapi',
  'test/cli/admin',
  'test/contract/chatbot/dictionary-entities',
  'test/cli/doctor',
  'packages/embedded-database/test/commands/long-commands',
];

const NAME = /(?:packages[\\/][^\\/]+[\\/])?test[\\/].*(?=\.test\.ts$)/;

function placeOf({ path }) {
  const [name = ''] = NAME.exec(path) ?? [];
  const place = SLOW.indexOf(name.replaceAll('\\', '/'));
  return place < 0 ? SLOW.length : place;
}

/** An order that ORDER_SEED gives: files share a worker, and none may need what another left there. */
function shuffled(tests, seed) {
  const hashOf = ({ path }) => createHash('sha256').update(`${seed} ${path}`).digest('hex');
  const hashes = new Map(tests.map((test) => [test, hashOf(test)]));
  return [...tests].sort((a, b) => (hashes.get(a) < hashes.get(b) ? -1 : 1));
}

/** Begins with the slowest files, so that the last worker does not end long after the others. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const seed = process.env.ORDER_SEED;
    if (seed) return shuffled(tests, seed);
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
};
