import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { mongoServer, type MongoServer } from './support/mongo-server';

const PROJECT = join(__dirname, '..', '..');

interface Service {
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string | number>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly mem_limit: string;
  readonly pids_limit: number;
  readonly ports?: readonly string[];
  readonly read_only: boolean;
  readonly stop_grace_period: string;
  readonly user?: string;
  readonly volumes: readonly string[];
}

const compose = parse(readFileSync(join(PROJECT, 'docker-compose.yml'), 'utf8')) as {
  readonly services: Readonly<Record<'mongo' | 'gateway', Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const { mongo, gateway } = compose.services;

/** As Docker Compose hands it on: `$$` stands for a dollar sign. */
const scriptOf = (words: readonly string[] = []) => words.at(-1)?.replaceAll('$$', '$') ?? '';

const PASSWORDS = {
  MONGO_ROOT_PASSWORD: 'r'.repeat(32),
  MONGO_GATEWAY_PASSWORD: `${'g'.repeat(30)}-_`,
};

describe.each(Object.entries(compose.services))('the service %s', (_, service) => {
  test('writes only to its volumes and /tmp, without capabilities, within limits', () => {
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: '2g',
      pids_limit: expect.any(Number) as number,
      restart: 'unless-stopped',
    });
    expect(service).not.toHaveProperty('privileged');
    expect(service).not.toHaveProperty('cap_add');
    for (const volume of service.volumes) expect(compose.volumes).toHaveProperty(volume.replace(/:.*/, ''));
  });

  test('has no secret in the file, and does not start without one', () => {
    for (const [name, value] of Object.entries(service.environment))
      if (/PASSWORD|SECRET/.test(name) && value !== '')
        expect(value).toMatch(new RegExp(`^\\$\\{${name}:\\?set ${name} in \\.env[^}]*\\}$`));
  });
});

test('the gateway has time to end, and its port is for this machine', () => {
  // The longest that a server takes to end: with several processes 20 s.
  expect(Number(/^(\d+)s$/.exec(gateway.stop_grace_period)?.[1])).toBeGreaterThan(20);
  expect(gateway.ports).toEqual(['127.0.0.1:4000:4000']);
});

test('only the gateway reaches MongoDB, with a separate account and without the root password', () => {
  expect(mongo).not.toHaveProperty('ports');
  expect(mongo).not.toHaveProperty('network_mode');
  expect(mongo.user).toBe('999:999');
  expect(Number(/^(\d+)s$/.exec(mongo.stop_grace_period)?.[1])).toBeGreaterThan(20);
  expect(gateway.environment).toMatchObject({
    MONGODB_URI: 'mongodb://gateway:${MONGO_GATEWAY_PASSWORD}@mongo:27017/griot?replicaSet=griot',
    MONGO_ROOT_PASSWORD: '',
  });
});

describe('the start of MongoDB', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'griot-'));
    // In the place of the image's own script: says how it was called.
    writeFileSync(join(folder, 'docker-entrypoint.sh'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(folder, 'docker-entrypoint.sh'), 0o700);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const start = (env: Readonly<Record<string, string>> = PASSWORDS) => {
    const script = scriptOf(mongo.command).replaceAll('/data/configdb', folder);
    const PATH = `${folder}:${process.env['PATH'] ?? ''}`;
    return spawnSync('bash', ['-c', script], {
      encoding: 'utf8',
      env: { PATH, ...env },
      // With a socket for its input, bash takes itself for a remote shell and reads the settings of whoever runs this.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const key = () => readFileSync(join(folder, 'keyfile'), 'utf8');

  test('creates a key once, readable only by its owner, and requires accounts with it', () => {
    // What a start leaves behind that was cut off.
    writeFileSync(join(folder, 'keyfile.new'), 'ha', { mode: 0o400 });

    const { stdout, stderr, status } = start();
    const first = key();
    start();

    expect({ stdout, stderr, status }).toEqual({
      stdout: `mongod --replSet griot --keyFile ${join(folder, 'keyfile')} --bind_ip_all\n`,
      stderr: '',
      status: 0,
    });
    // MongoDB takes 6 to 1024 characters of base64, and refuses a file that others may read.
    expect(first.replaceAll('\n', '')).toMatch(/^[A-Za-z0-9+/]{1008}$/);
    expect(statSync(join(folder, 'keyfile')).mode & 0o777).toBe(0o400);
    expect(key()).toBe(first);
    expect(mongo.volumes).toContain('mongo-key:/data/configdb');
  });

  test.each(['changeme-1', 'p@ss/word:of?many&kinds#and%more', ''])(
    'refuses the password %j by the name of its variable, without saying it',
    (password) => {
      for (const name of Object.keys(PASSWORDS)) {
        const { stdout, stderr, status } = start({ ...PASSWORDS, [name]: password });

        expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
        expect(stderr).toBe(
          `${name} must be at least 24 letters, digits, - or _. Make one with: openssl rand -hex 32\n`,
        );
      }
    },
  );
});

describe('the health check of MongoDB', () => {
  let server: MongoServer;
  beforeEach(() => {
    server = mongoServer();
  });

  /** The exit code of one check, as mongosh would run it; an error that nobody catches ends mongosh with 1. */
  const check = (env: Readonly<Record<string, string>> = PASSWORDS): number => {
    let code = 0;
    const quit = (given: number) => (code = given);
    try {
      runInNewContext(scriptOf(mongo.healthcheck?.test), { ...server.connect(), process: { env }, quit });
    } catch {
      return 1;
    }
    return code;
  };
  const accounts = {
    'admin.root': { pwd: PASSWORDS.MONGO_ROOT_PASSWORD, roles: ['root'] },
    'griot.gateway': { pwd: PASSWORDS.MONGO_GATEWAY_PASSWORD, roles: ['readWrite'] },
  };

  test('starts the replica set, makes the two accounts once there is a primary, and then only logs in', () => {
    expect([check(), server.accounts()]).toEqual([1, {}]);
    server.elect();

    expect([check(), server.accounts()]).toEqual([0, accounts]);
    const { writes } = server;

    expect([check(), server.writes]).toEqual([0, writes]);
    expect(server.members).toEqual([{ _id: 0, host: 'mongo:27017' }]);
    server.elect(false);
    expect(check()).toBe(1);
  });

  test('continues after an interruption, and with the data of a server without accounts', () => {
    server.elect();
    server.makeAccount('admin.root', accounts['admin.root']);

    expect([check(), server.accounts()]).toEqual([0, accounts]);
  });

  test('takes over a new password of the gateway, and ignores a wrong root password', () => {
    server.elect();
    check();
    const MONGO_GATEWAY_PASSWORD = 'n'.repeat(32);

    expect(check({ MONGO_ROOT_PASSWORD: 'wrong', MONGO_GATEWAY_PASSWORD })).toBe(1);
    expect(server.accounts()).toEqual(accounts);
    expect(check({ ...PASSWORDS, MONGO_GATEWAY_PASSWORD })).toBe(0);
    expect(server.accounts()).toEqual({
      ...accounts,
      'griot.gateway': { pwd: MONGO_GATEWAY_PASSWORD, roles: ['readWrite'] },
    });
  });
});
