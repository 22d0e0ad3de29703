import { isIP } from 'node:net';
import { z } from 'zod';
import { applicationNameFrom, passwordFrom, usernameFrom, emailFrom } from '../domain/account/account-names';
import { Failure } from '../shared/failure';

const MAX_PORT = 65_535;

/** Thirty days. */
const MAX_TOKEN_HOURS = 720;

/** Names that express understands in `trust proxy` beside addresses. */
const NAMED_SUBNETS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const hostSchema = z.string().regex(/^[\w.:%-]+$/);

export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= MAX_PORT);

/** More processes than any machine has use for. */
const MAX_WORKERS = 256;

/** `auto`, or a number of processes. */
export const workersSchema = z.union([
  z.literal('auto'),
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((workers) => workers >= 1 && workers <= MAX_WORKERS),
]);

/** Only the outline is checked here: the driver reads the rest, and several hosts are no valid URL. */
export const mongodbUriSchema = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\/([^@\s/]*@)?[^\s/@?,]+(,[^\s/@?,]+)*(\/[^\s?]*)?(\?\S*)?$/);

export const switchSchema = z.enum(['on', 'off']).transform((word) => word === 'on');

export const booleanSchema = z.enum(['true', 'false']).transform((word) => word === 'true');

export const millisecondsSchema = z
  .string()
  .regex(/^\d{3,5}$/)
  .transform(Number)
  .refine((milliseconds) => milliseconds >= 100 && milliseconds <= 60_000);

export const countSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((count) => count >= 1 && count <= 10_000);

export const quotaSchema = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((quota) => quota >= 1 && quota <= 1_000_000_000);

export const hoursSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((hours) => hours >= 1 && hours <= MAX_TOKEN_HOURS);

/** Minimum length of a key of HMAC-SHA256, in bytes. */
const MIN_SECRET_LENGTH = 32;

/** Words of secrets in examples and manuals. A random secret has more different letters than the minimum. */
const EXAMPLE_SECRET =
  /change.?me|example|your.?secret|s3cr3t|secret.?key|password|placeholder|replace|0123456789/i;
const MIN_DIFFERENT_LETTERS = 10;

/** Whether a password is an example: without what examples say, it is too short for one. */
export function isExamplePassword(password: string): boolean {
  return (
    EXAMPLE_SECRET.test(password) &&
    !passwordSchema.safeParse(password.replaceAll(new RegExp(EXAMPLE_SECRET, 'gi'), '')).success
  );
}

export const secretSchema = z
  .string()
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_LENGTH)
  .refine((text) => !EXAMPLE_SECRET.test(text) && new Set(text).size >= MIN_DIFFERENT_LETTERS);

export const usernameSchema = acceptedBy(usernameFrom);

export const applicationNameSchema = acceptedBy(applicationNameFrom);

export const emailSchema = acceptedBy(emailFrom);

export const passwordSchema = acceptedBy(passwordFrom);

/** Paths of files, separated by commas. */
export const filesSchema = z
  .string()
  .transform(commaList)
  .refine((files) => files.length > 0);

/** A value of `trust proxy` in Express; a bare "true" is refused, since it would let any client forge its address. */
export const trustProxySchema = z.string().transform((text, context) => {
  const proxies = proxiesOf(text);
  if (proxies !== undefined) return proxies;
  context.addIssue('must be off, a number of proxies, or addresses');
  return z.NEVER;
});

export const corsOriginsSchema = z.string().transform((text, context) => {
  const origins = originsOf(text);
  if (origins !== undefined) return origins;
  context.addIssue('not origins');
  return z.NEVER;
});

/** Text that the rules for all accounts accept, normalised by them. */
function acceptedBy(from: (text: string) => string) {
  return z.string().transform((text, context) => {
    try {
      return from(text);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });
}

function proxiesOf(text: string): false | number | readonly string[] | undefined {
  if (text === 'off') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  const proxies = commaList(text);
  return proxies.length > 0 && proxies.every(isProxyRange) ? proxies : undefined;
}

function isProxyRange(text: string): boolean {
  if (NAMED_SUBNETS.has(text)) return true;
  const [address = '', prefix, ...extra] = text.split('/');
  const version = isIP(address);
  if (version === 0 || extra.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function originsOf(text: string): '*' | readonly string[] | undefined {
  if (text === '*') return '*';
  if (text === 'none') return [];
  const origins = commaList(text);
  return origins.length > 0 && origins.every(isOrigin) ? origins : undefined;
}

/** Browsers send the origin in exactly this spelling, so any other would never match. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text;
}

function commaList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
