import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { articlesIn, generatedSteps } from '../support/generated-dictionary.mjs';
import { PASSWORD } from '../support/gateway.mjs';
import { engineOf } from '../support/process-use.mjs';
import { manyTranslations } from './member.mjs';
import { HOOK_SECRET } from './tenant.mjs';

const require = createRequire(import.meta.url);
const { openGateway } = require('../../dist/server/compose.js');
const { createLogger } = require('../../dist/observability/logger.js');
const {
  resourceTypeNamed: resourceTypeNamed,
} = require('../../dist/domain/chatbot/resource/resource-types.js');
const { generationOf } = require('../../dist/services/exports/changes.service.js');
const { globalId } = require('../../dist/graphql/node/global-id.js');

const DICTIONARY = 'generated';
const ADMIN = { role: 'admin', accountId: '1', name: 'admin', sessionId: 'none' };
const PLATFORM = { name: 'platform', email: 'platform@example.org', password: PASSWORD };

/** Users whose passwords are guessed. */
const USERS = ['crowd', 'visitor', 'other1', 'other2', 'member'];

/** A receiver of the answers of bots that does not exist. */
const WEBHOOK = {
  webhook: { channel: 'http', secret: HOOK_SECRET, url: 'https://hook.invalid/', fallback: 'Samahani?' },
};

/** A text of a quarter of a megabyte, the maximum of one member of an object. */
const LARGE = { texts: Array.from({ length: 900 }, (_, n) => `${n} ${'nataka kujua salio '.repeat(14)}`) };

/** Numbers of large objects of the tenant and of other objects. Short runs use the small numbers. */
const SIZES = {
  whole: {
    intents: 100,
    requests: 60,
    entities: 5000,
    neighbours: 10,
    conversations: 20,
    turns: 50,
    proposed: 100,
    megabytes: 15,
  },
  small: {
    intents: 12,
    requests: 6,
    entities: 600,
    neighbours: 3,
    conversations: 5,
    turns: 10,
    proposed: 6,
    megabytes: 1,
  },
};

/**
 * A copy of a world in its first state, without the data that an earlier attack wrote and without used limits. The engine of the world
 * must have ended.
 */
export async function freshCopy(world, options) {
  if (world.env.MONGODB_URI) return makeWorld(options);
  const dataDir = newFolder();
  copyFolder(world.dataDir, dataDir);
  return { ...world, dataDir, env: { ...world.env, DATA_DIR: dataDir } };
}

const madeFolders = new Set();
process.on('exit', () => madeFolders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'griot-attacked-'));
  madeFolders.add(folder);
  return folder;
}

/**
 * Creates a data folder with a large dictionary, accounts of every kind, and applications with much data. It is removed when this
 * process ends.
 *
 * @param options `articles`: their number; folders of the dictionaries from which they are generated; `copyOf`: a data folder with a
 *   dictionary to use instead
 * @returns the folder, the environment variables of a server, and the facts that attackers and readers need
 */
export async function makeWorld({ articles, folders = [], copyOf, size = 'whole' }) {
  const dataDir = newFolder();
  if (copyOf !== undefined) copyFolder(copyOf, dataDir);
  const env = {
    ...{ MODE: 'production', DATA_DIR: dataDir, RATE_LIMITS: 'on', OPEN_REGISTRATION: 'true' },
    JWT_SECRET: randomBytes(48).toString('base64url'),
    ...(process.env.MONGODB_URI && { MONGODB_URI: newDatabase(process.env.MONGODB_URI) }),
  };
  const gateway = await openGateway(
    {
      ...{ mongodbUri: env.MONGODB_URI, dataDir, mode: 'production', rateLimits: true },
      ...{ jwtSecret: env.JWT_SECRET, appTokenHours: 6 },
    },
    createLogger({ logLevel: 'warn' }),
  );
  try {
    if (copyOf === undefined) await importArticles(gateway, articles, folders);
    const dictionary = await largestDictionary(gateway);
    await gateway.firstAccounts.ensure({
      admin: { username: 'admin', password: PASSWORD },
      platform: PLATFORM,
    });
    for (const username of USERS) await gateway.users.create({ username, password: PASSWORD });
    const tenant = await makeTenant(gateway, SIZES[size]);
    await makeNeighbours(gateway, SIZES[size]);
    const team = await makeTeam(gateway, SIZES[size]);
    const fed = globalId('Field', await makeFed(gateway, tenant, [dictionary, team.team]));
    const generation = generationOf(
      await gateway.dictionaries.existing(dictionary),
      await gateway.storage.changes.history(),
    );
    return { dataDir, env, facts: { dictionary, generation, ...tenant, ...team, fed } };
  } finally {
    await gateway.close();
    await endEngine({ dataDir, env });
  }
}

/**
 * Ends the engine of a folder, which runs longer than its gateways. The folder can be copied or removed only afterwards.
 *
 * @param how the signal: SIGKILL if the data are not needed any more
 */
async function endEngine({ dataDir, env }, how = 'SIGTERM') {
  if (env.MONGODB_URI) return;
  const engine = engineOf(dataDir);
  const tell = (signal) => {
    try {
      return process.kill(engine, signal);
    } catch {
      return false;
    }
  };
  if (tell(how)) while (tell(0)) await sleep(20);
}

/** Ends the engine of a world and removes its data. */
export async function endWorld(world) {
  await endEngine(world, 'SIGKILL');
  madeFolders.delete(world.dataDir);
  rmSync(world.dataDir, { recursive: true, force: true });
}

/** Copies a data folder without the sockets of an engine. */
function copyFolder(from, to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => statSync(path).isFile() || statSync(path).isDirectory(),
  });
}

/** The URI of a new database on a MongoDB server. */
function newDatabase(uri) {
  const address = new URL(uri);
  address.pathname = `/griot-attacked-${randomBytes(6).toString('hex')}`;
  return address.href;
}

async function importArticles(gateway, size, folders) {
  const bounds = { dictionaryId: DICTIONARY, size };
  for (const { store } of generatedSteps(gateway, articlesIn(folders), bounds)) await store();
}

async function largestDictionary({ dictionaries, articles }) {
  const { items } = await dictionaries.list({ first: 100, sort: 'ASC' }, 100);
  const ids = items.map(({ dictionaryId }) => dictionaryId);
  const sizes = await articles.statistics(ADMIN, ids);
  return ids.map((id, n) => [sizes[n].articles, id]).sort(([a], [b]) => b - a)[0][1];
}

async function makeTenant(gateway, sizes) {
  const { publicId } = await makeApplication(gateway, 'tenant');
  const [field] = await own(gateway, 'Field', publicId, [
    { name: 'large', components: { requestContent: LARGE } },
  ]);
  const some = (count, make) => Array.from({ length: count }, (_, n) => make(n));
  const intents = await inPieces(
    some(sizes.intents, (n) => ({ intentName: `i${n}`, intentUtterances: LARGE })),
    20,
    (inputs) => own(gateway, 'Intent', field, inputs),
  );
  const entity = (n) => ({ entityName: `e${n}`, language: 'sw', entityValues: { n } });
  await inPieces(some(sizes.entities, entity), 1000, (inputs) => own(gateway, 'Entity', field, inputs));
  const [conversation] = await own(gateway, 'Conversation', publicId, [{ userName: 'large' }]);
  const four = {
    botResponse: LARGE,
    followUpText: LARGE,
    nluResponse: LARGE,
    followUpData: [LARGE],
  };
  await inPieces(
    some(sizes.requests, () => four),
    5,
    (inputs) => own(gateway, 'ConversationRequest', conversation, inputs),
  );
  return {
    application: publicId,
    fieldKey: field,
    applicationKey: publicId,
    field: globalId('Field', field),
    conversation: globalId('Conversation', conversation),
    requestIds: Array.from({ length: Math.min(200, sizes.requests) }, (_, n) =>
      globalId('ConversationRequest', `${conversation}/${n + 1}`),
    ),
    intentIds: intents.map((key) => globalId('Intent', key)),
  };
}

/** Creates a dictionary with large articles, and with the maximum number and size of open proposals. */
async function makeTeam(gateway, { proposed, megabytes }) {
  const { dictionaryWrites, members, users, articleWrites, proposals } = gateway;
  const team = 'team';
  await dictionaryWrites.create({ publicId: team, longName: 'Team', acceptsSuggestions: true });
  await members.set(ADMIN, team, 'member', 'owner');
  const numbers = [];
  for (let n = 0; n < Math.min(20, proposed); n++)
    numbers.push((await articleWrites.create(ADMIN, team, { source: manyTranslations(n) })).number);
  const { number } = await users.find('crowd');
  const crowd = { role: 'user', accountId: String(number), name: 'crowd', sessionId: 'none' };
  const memberships = [{ dictionaryId: team, role: 'contributor' }];
  await members.set(ADMIN, team, 'crowd', 'contributor');
  for (let n = 0; n < proposed; n++)
    await proposals.propose(
      { ...crowd, memberships },
      {
        ...{ dictionaryId: team, articleId: String(numbers[n % numbers.length]), address: '127.0.0.1' },
        content: () => ({ source: manyTranslations(n + 100) }),
      },
    );
  return {
    team,
    sung: numbers[0],
    recording: await makeRecordings(gateway, { team, number: numbers[0], megabytes }),
  };
}

/** Creates an article with the maximum number of recordings. Returns the path of the large one among them. */
async function makeRecordings({ media }, { team: dictionaryId, number, megabytes }) {
  const labels = { description: null, lang: null, speaker: null, license: null };
  const store = (name, length) => {
    const content = Buffer.alloc(length);
    content.write('ID3');
    return media.store({ dictionaryId, number, name, addedBy: 'member', ...labels }, content);
  };
  for (let n = 0; n < 49; n++) await store(`${n}.mp3`, 100 + n);
  const { mediaId } = await store('song.mp3', megabytes * 1024 * 1024);
  return `/media/${dictionaryId}/${mediaId}`;
}

/** Creates a field with the maximum number of entities that take their values from dictionaries. */
async function makeFed(gateway, { applicationKey }, dictionaries) {
  const [field] = await own(gateway, 'Field', applicationKey, [{ name: 'fed' }]);
  const source = (n) => ({
    dictionary: dictionaries[n % dictionaries.length],
    synonyms: [['variants', 'forms'], ['translations:en'], ['translations:fr'], ['forms', 'translations:en']][
      n % 4
    ],
    ...(n % 3 === 0 && { category: 'n' }),
  });
  await own(
    gateway,
    'Entity',
    field,
    Array.from({ length: 20 }, (_, n) => ({ entityName: `fed${n}`, entityValues: { source: source(n) } })),
  );
  return field;
}

/** Creates many applications, which the platform lists. */
async function makeNeighbours(gateway, { neighbours, conversations, turns }) {
  for (let n = 0; n < neighbours; n++) {
    const { publicId } = await makeApplication(gateway, `neighbour${n}`);
    const fields = await own(
      gateway,
      'Field',
      publicId,
      Array.from({ length: 5 }, (_, m) => ({ name: `field${m}` })),
    );
    for (const field of fields)
      await own(
        gateway,
        'Intent',
        field,
        Array.from({ length: 50 }, (_, m) => ({
          intentName: `intent${m}`,
          intentUtterances: { sw: ['habari'] },
        })),
      );
    const made = await own(
      gateway,
      'Conversation',
      publicId,
      Array.from({ length: conversations }, () => ({ userName: 'somebody' })),
    );
    for (const conversation of made)
      await own(
        gateway,
        'ConversationRequest',
        conversation,
        Array.from({ length: turns }, (_, m) => ({
          intentName: `intent${m}`,
          botResponse: { text: 'karibu' },
        })),
      );
  }
}

function makeApplication({ applications }, name) {
  const input = {
    name,
    email: `${name}@example.org`,
    password: PASSWORD,
    connectors: { telephony: WEBHOOK },
  };
  return applications.create(ADMIN, input, '127.0.0.1');
}

/** The keys of the created objects. */
async function own({ resourceWrites }, name, owner, inputs) {
  const results = await resourceWrites.createMany(ADMIN, resourceTypeNamed(name), { owner, inputs });
  return results.map(({ object, failure }) => {
    if (failure) throw failure;
    return object.key;
  });
}

async function inPieces(items, size, work) {
  const made = [];
  for (let from = 0; from < items.length; from += size)
    made.push(...(await work(items.slice(from, from + size))));
  return made;
}
