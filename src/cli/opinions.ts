import { firstBytes, openText } from '../formats/files/text-file';
import { numberedLines } from '../formats/dictionary/json-lines';
import { dictionaryIdFrom } from '../domain/dictionary/dictionary';
import { type Opinion, OPINION_KINDS, opinionFrom } from '../services/comments/opinion-import';
import type { Gateway } from '../server/compose';
import { Failure, messageOf } from '../shared/failure';
import type { Json } from '../shared/json';

/** Export formats for comments and users, as JSON Lines. */
export const OPINION_FORMATS: readonly string[] = ['comments', 'users'];

const OPINION_LINE = new RegExp(`^(?:\\uFEFF)?\\{"(?:${OPINION_KINDS.join('|')})":`, 'u');

/** Whether the first line of a file is a user, a comment or a vote. */
export async function holdsOpinions(path: string, format: string | undefined): Promise<boolean> {
  if (format !== undefined) return OPINION_FORMATS.includes(format);
  return OPINION_LINE.test(Buffer.from(await firstBytes(path, 64)).toString('utf8'));
}

/** The lines of an export. */
export async function* opinionLines(gateway: Gateway, format: string, name: string): AsyncGenerator<string> {
  const { opinions } = gateway;
  for await (const opinion of format === 'users' ? opinions.users() : opinions.ofDictionary(name))
    yield `${JSON.stringify(opinion)}\n`;
}

/** Maximum number of refused lines that are printed. */
const MAX_PRINTED = 20;

/** Imports users, comments and votes, and prints the outcome. @throws Failure for a line that is none of these */
export async function importOpinions(
  gateway: Gateway,
  path: string,
  { dictionary, dryRun }: { readonly dictionary?: string; readonly dryRun: boolean },
): Promise<void> {
  const dictionaryId = dictionary === undefined ? undefined : dictionaryIdFrom(dictionary);
  const { added, known, refused } = await gateway.opinions.import(opinionsIn(path), { dictionaryId, dryRun });
  for (const kind of OPINION_KINDS) console.log(`${kind}s: ${added[kind]} added, ${known[kind]} known.`);
  for (const { line, reason } of refused.slice(0, MAX_PRINTED))
    console.log(`  Line ${line} was refused: ${reason}`);
  if (refused.length > MAX_PRINTED) console.log(`  and ${refused.length - MAX_PRINTED} other lines.`);
  if (dryRun) console.log('Dry run: nothing was written.');
  else if (added.user + added.comment + added.vote === 0) console.log('Nothing changed.');
}

async function* opinionsIn(path: string): AsyncGenerator<Opinion> {
  for await (const { line, text } of numberedLines(await openText(path))) {
    if (text.trim() === '') continue;
    try {
      yield opinionFrom(JSON.parse(text) as Json, line);
    } catch (error) {
      throw new Failure('INVALID_INPUT', `${path}, line ${line}: ${messageOf(error)}`);
    }
  }
}
