const SharedEnvironment = require('./environment.cjs');

const { default: Sequencer } = require(
  SharedEnvironment.ofJest('jest', '@jest/core', '@jest/test-sequencer'),
);

/** The files that take longest, longest first: jest learns that from its cache, which a new clone does not have. */
const SLOW = [
  'test/web/desk-in-browser',
  'test/app/start',
  'test/cli/import',
  'test/storage/search-languages',
  'test/attack/attack',
  'packages/embedded-database/test/commands/index-build',
  'test/contract/access/access',
  'test/storage/search',
  'test/cli/load-continued',
  'test/cli/dump-load',
  'test/app/limits',
  'test/app/workers',
  'test/storage/examined-search',
  'test/web/playground',
  'test/web/playground-examples',
  'test/cli/command-line',
  'test/contract/equality',
  'test/hostile/hostile',
  'test/contract/graphql/every-connection',
  'test/contract/graphql/object-names',
  'test/contract/graphql/examined-pages',
  'test/contract/graphql/examined-lists',
  'test/clients/generated-clients',
  'test/contract/chatbot/resource-lists',
  'test/cli/doctor',
  'packages/embedded-database/test/commands/limits',
  'test/cli/reindex',
  'packages/embedded-database/test/commands/long-commands',
  'test/faults/database',
  'test/examples/examples',
  'test/app/workers-not-ready',
  'packages/embedded-database/test/process/process',
];

const NAME = /(?:packages[\\/][^\\/]+[\\/])?test[\\/].*(?=\.test\.ts$)/;

function placeOf({ path }) {
  const [name = ''] = NAME.exec(path) ?? [];
  const place = SLOW.indexOf(name.replaceAll('\\', '/'));
  return place < 0 ? SLOW.length : place;
}

/** Begins with the slowest files, so that the last worker does not end long after the others. */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => placeOf(a) - placeOf(b));
  }
};
