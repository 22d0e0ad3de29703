import type { z } from 'zod';
import { type Variable, VARIABLES } from './variables';
import { unknownVariables } from './unknown-variables';
import { createRequire } from 'node:module';
import { isExamplePassword } from './setting-schemas';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { messageOf } from '../shared/failure';

/** The environment does not make a configuration; the message names every wrong variable and no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

type Table = typeof VARIABLES;
type ValueOf<V extends Variable> =
  z.output<V['schema']> | (V extends { readonly fallback: string } ? never : undefined);

/** The value of every variable in the table, by its name in the program. */
export type Settings = { readonly [K in keyof Table]: ValueOf<Table[K]> };

export interface ReadSettings {
  /** Holds each value that is right; complete when there are no problems. */
  readonly settings: Settings;
  /** One sentence for each wrong variable, without its value: it may be a secret. */
  readonly problems: readonly string[];
}

/** Reads every variable of the table, each on its own; an empty string counts as unset. */
function readSettings(env: NodeJS.ProcessEnv): ReadSettings {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = settingText(variable, env);
    if (text === undefined) continue;
    const outcome = variable.schema.safeParse(text);
    if (outcome.success) values[key] = outcome.data;
    else problems.push(`${variable.name} must be ${variable.allowed.replaceAll('`', '')}.`);
  }
  return { settings: values as Settings, problems };
}

function settingText(variable: Variable, env: NodeJS.ProcessEnv): string | undefined {
  const rawValue = env[variable.name];
  return rawValue === undefined || rawValue === '' ? variable.fallback : rawValue;
}

/** Shortest password of a first account in production, in characters. */
const MIN_PASSWORD_LENGTH = 12;

/** Lowest accepted score of zxcvbn: "safely unguessable" with a slow hash, from 10^8 guesses. */
const MIN_SCORE = 3;

/**
 * Whether a password resists guessing: long enough, and neither common nor made of common passwords, rows of keys, dates, repetitions
 * or the names of its account.
 */
function isStrong(password: string, names: readonly string[]): boolean {
  if (Array.from(password).length < MIN_PASSWORD_LENGTH) return false;
  const { ZxcvbnFactory, adjacencyGraphs, dictionary } = library();
  const { score } = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }).check(password, [...names]);
  return score >= MIN_SCORE;
}

type Core = typeof import('@zxcvbn-ts/core');
type Words = typeof import('@zxcvbn-ts/language-common');

/** Loaded only where a password is judged: its lists take 16 MB. */
function library(): Pick<Core, 'ZxcvbnFactory'> & Pick<Words, 'adjacencyGraphs' | 'dictionary'> {
  const load = createRequire(__filename);
  return {
    ...(load('@zxcvbn-ts/core') as Core),
    ...(load('@zxcvbn-ts/language-common') as Words),
  };
}

export interface AdminAccount {
  readonly username: string;
  readonly password: string;
}

export interface PlatformAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

type PlainSettings = Omit<
  Settings,
  | 'adminUsername'
  | 'adminPassword'
  | 'platformName'
  | 'platformEmail'
  | 'platformPassword'
  | 'corsOrigins'
  | 'playground'
>;

/** All that the environment decides, read once at start. */
export interface Config extends PlainSettings {
  /** First admin user; absent when the environment names none. */
  readonly admin: AdminAccount | undefined;
  /** The platform's own application; absent when the environment names none. */
  readonly platform: PlatformAccount | undefined;
  /** Origins allowed to read answers; an empty list allows none. */
  readonly corsOrigins: '*' | readonly string[];
  /** Whether there is a playground. */
  readonly playground: boolean;
}

type SettingName = keyof Settings;

/** Variables that make sense only together. */
const VARIABLE_GROUPS: readonly (readonly SettingName[])[] = [
  ['adminUsername', 'adminPassword'],
  ['platformName', 'platformEmail', 'platformPassword'],
];

/** The passwords of first accounts, with the words about these accounts that an attacker knows. */
const FIRST_PASSWORDS = [
  ['adminPassword', ['adminUsername']],
  ['platformPassword', ['platformName', 'platformEmail']],
] as const satisfies readonly (readonly [SettingName, readonly SettingName[]])[];

/**
 * Turns the environment into the configuration. Nothing else reads the environment.
 *
 * @throws ConfigError with one sentence for each wrong variable, all at once, and none of their values
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const { settings, problems } = readSettings(env);
  const allProblems = [
    ...problems,
    ...VARIABLE_GROUPS.flatMap((group) => problemsOfGroup(group, env)),
    ...problemsOfMode(settings, env),
    ...problemsOfDocuments(settings, env),
  ];
  // A variable that is missing may be one that is misspelt.
  if (allProblems.length > 0) throw new ConfigError([...allProblems, ...unknownVariables(env)]);
  const { adminUsername, adminPassword, platformName, platformEmail, platformPassword, ...plain } = settings;
  return Object.freeze({
    ...plain,
    playground: settings.playground ?? settings.mode === 'development',
    corsOrigins: settings.corsOrigins ?? (settings.mode === 'development' ? '*' : []),
    admin:
      adminUsername === undefined || adminPassword === undefined
        ? undefined
        : Object.freeze({ username: adminUsername, password: adminPassword }),
    platform:
      platformName === undefined || platformEmail === undefined || platformPassword === undefined
        ? undefined
        : Object.freeze({ name: platformName, email: platformEmail, password: platformPassword }),
  });
}

/**
 * Reads the configuration of this process from its environment and the file `.env` in the working folder. The environment takes
 * precedence. An empty variable counts as unset.
 *
 * @throws ConfigError that names every invalid variable
 */
export function configOfProcess(): Config {
  return loadConfig(variablesOfProcess());
}

/**
 * Returns a sentence for each variable of this process and its file `.env` that is probably misspelt.
 *
 * @throws ConfigError if `.env` cannot be read
 */
export function unknownVariablesOfProcess(): readonly string[] {
  return unknownVariables(variablesOfProcess());
}

function variablesOfProcess(): NodeJS.Dict<string> {
  const nonEmpty = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...fileVariables(), ...Object.fromEntries(nonEmpty) };
}

function fileVariables(): NodeJS.Dict<string> {
  if (!existsSync('.env')) return {};
  try {
    // Some editors write a byte order mark.
    return parseEnv(readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = messageOf(error);
    throw new ConfigError([`${resolve('.env')} cannot be read: ${reason}`]);
  }
}

/** Looks at what is set rather than at what is right, so that a wrong value is not called missing too. */
function problemsOfGroup(group: readonly SettingName[], env: NodeJS.ProcessEnv): readonly string[] {
  const names = group.map((key) => VARIABLES[key].name);
  const missing = names.filter((name) => (env[name] ?? '') === '');
  if (missing.length === 0 || missing.length === names.length) return [];
  const verb = missing.length === 1 ? 'is' : 'are';
  return [`${joinedNames(names)} must be set together: ${joinedNames(missing)} ${verb} missing.`];
}

/** Refuses settings that are convenient on a developer's machine but dangerous on a public server. */
function problemsOfMode(settings: Settings, env: NodeJS.ProcessEnv): readonly string[] {
  const { mode, rateLimits } = settings;
  if (mode !== 'production') return [];
  const lacksSecret = (env[VARIABLES.jwtSecret.name] ?? '') === '';
  return [
    ...(lacksSecret
      ? [
          'JWT_SECRET must be set in production. Generate one with: node -p "crypto.randomBytes(48).toString(\'base64url\')"',
        ]
      : []),
    ...(rateLimits ? [] : ['RATE_LIMITS can be off only in development.']),
    ...FIRST_PASSWORDS.flatMap(([key, names]) => {
      const password = settings[key];
      if (password === undefined) return [];
      const known = ['griot', ...names.flatMap((name) => settings[name] ?? [])];
      return problemOfPassword(VARIABLES[key].name, password, known);
    }),
  ];
}

/** Without a manifest, no document at all would be executed. */
function problemsOfDocuments(
  { persistedDocumentsOnly }: Settings,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  const isMissing = (env[VARIABLES.persistedDocuments.name] ?? '') === '';
  return persistedDocumentsOnly && isMissing
    ? ['PERSISTED_DOCUMENTS_ONLY needs PERSISTED_DOCUMENTS: the manifest is missing.']
    : [];
}

function problemOfPassword(variable: string, password: string, known: readonly string[]): readonly string[] {
  if (isExamplePassword(password)) return [`${variable} must not be an example in production.`];
  if (isStrong(password, known)) return [];
  return [
    `${variable} is too easy to guess for production: it must have at least 12 characters, and be neither a common password nor ` +
      'made of the name of its account.',
  ];
}

function joinedNames(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}
