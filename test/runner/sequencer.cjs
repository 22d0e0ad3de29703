const { createHash } = require('node:crypto');
const SharedEnvironment = require('./environment.cjs');

const { default: Sequencer } = require(
  SharedEnvironment.ofJest('jest', '@jest/core', '@jest/test-sequencer'),
);

/** The files that take longest, longest first: jest learns that from its cache, which a new clone does not have. */
const SLOW = [
  'test/attack/attack',
  'test/app/start',
  'test/web/desk-in-browser',
  'test/web/desk-pages-in-browser',
  'test/clients/generated-clients',
  'test/app/limits',
  'test/contract/access/access',
  'test/web/playground',
  'test/web/playground-examples',
  'test/faults/webhook-crash',
  'test/hostile/hostile',
  'packages/embedded-database/test/commands/index-build',
  'test/app/workers',
  'test/cli/import',
  'test/contract/graphql/object-names',
  'test/contract/graphql/every-connection',
  'test/faults/crash',
  'test/web/desk-review-in-browser',
  'test/storage/search',
  'test/cli/load-continued',
  'packages/embedded-database/test/commands/long-commands',
  'test/cli/reindex',
  'test/app/package',
  'test/storage/search-languages',
  'test/storage/examined-search',
  'test/contract/graphql/payloads',
  'test/cli/dump-load',
  'test/contract/equality',
  'test/cli/doctor',
  'packages/embedded-database/test/store/upgrade',
  'packages/embedded-database/test/process/process',
  'packages/embedded-database/test/commands/limits',
  'test/contract/openapi/openapi',
  'test/examples/examples',
  'test/contract/chatbot/tenant-walls',
  'test/contract/chatbot/deletion',
  'test/web/desk-markup',
  'test/web/reader-in-browser',
  'test/cli/export-round-trips',
  'test/web/offline-copies',
  'test/contract/writes/sequence',
  'test/contract/transfers/offline',
  'test/contract/transfers/imports',
  'test/storage/article-lists',
  'test/faults/database',
  'test/contract/graphql/examined-lists',
  'test/contract/graphql/examined-pages',
  'test/cli/lift',
  'test/web/html-edition',
  'test/cli/admin',
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
