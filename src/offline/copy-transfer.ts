import { canonicalJson } from '../shared/json';
import type { IndexedArticle } from './article-index';
import { KeyChangedError, sha256Of, type CopiedDictionary, type DictionaryCopy } from './dictionary-copy';

/** The manifest of the files of a dictionary. Source: docs/offline.md. */
interface Manifest {
  readonly dictionary: CopiedDictionary;
  readonly generation: string;
  readonly seq: number;
  readonly files: readonly { readonly sha256: string; readonly bytes: number }[];
}

/** Asks the server for a path. */
export type Fetch = (
  path: string,
) => Promise<{ readonly status: number; readonly text: () => Promise<string> }>;

/** A transfer that ended early, or an answer that is none. What is kept stays as it is. */
class BrokenTransfer extends Error {}

/** Address of the copies of a dictionary. */
function copyAddress(dictionaryId: string): string {
  return `/offline/${encodeURIComponent(dictionaryId)}`;
}

interface SignedManifest {
  readonly manifest: Manifest;
  readonly signature: string;
  readonly publicKey: string;
}

/**
 * Fetches the manifest of a dictionary and verifies its signature.
 *
 * @param pinned the key that signed the existing copy
 * @throws BrokenTransfer, KeyChangedError
 */
async function manifestOf(
  dictionaryId: string,
  pinned: string | undefined,
  fetchFile: Fetch,
): Promise<Manifest & Pick<SignedManifest, 'publicKey'>> {
  const response = await fetchFile(`${copyAddress(dictionaryId)}/manifest.json`);
  if (response.status !== 200) throw new BrokenTransfer(`manifest: status ${response.status}`);
  const { manifest, signature, publicKey } = JSON.parse(await response.text()) as SignedManifest;
  if (pinned !== undefined && pinned !== publicKey)
    throw new KeyChangedError('the server has another signing key');
  if (!(await isSigned(canonicalJson(manifest), { signature, publicKey })))
    throw new BrokenTransfer('manifest: wrong signature');
  return { ...manifest, publicKey };
}

const ED25519 = 'Ed25519';

/** Whether a text is signed by a key. Browsers from before 2025 may lack the algorithm; there the key alone is compared. */
async function isSigned(
  text: string,
  { signature, publicKey }: Pick<SignedManifest, 'signature' | 'publicKey'>,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('spki', decodedBase64(publicKey), ED25519, false, ['verify']);
    return await crypto.subtle.verify(ED25519, key, decodedBase64(signature), encoded(text));
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError';
  }
}

function encoded(text: string) {
  return new TextEncoder().encode(text);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function decodedBase64(base64: string) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/**
 * Brings a copy to the newest state of the server, or begins one. The copy that is given stays as it is, so that a transfer that is cut
 * changes nothing.
 *
 * @throws BrokenTransfer when the server cannot be asked to the end
 */
export async function refreshedCopy(
  dictionaryId: string,
  stored: DictionaryCopy | undefined,
  fetchFile: Fetch,
): Promise<DictionaryCopy> {
  const followed = stored && (await withChanges(stored, fetchFile));
  if (followed) return followed;
  const begun = await newCopy(dictionaryId, stored, fetchFile);
  // Applies the changes made since the files were written, however large they are: a new copy cannot start from anything smaller.
  const newest = await withChanges(begun, fetchFile, { isNew: true });
  if (newest === undefined) throw new BrokenTransfer('files older than changes');
  return newest;
}

async function newCopy(
  dictionaryId: string,
  stored: DictionaryCopy | undefined,
  fetchFile: Fetch,
): Promise<DictionaryCopy> {
  const pinned = stored?.publicKey;
  const { dictionary, generation, seq, files, publicKey } = await manifestOf(dictionaryId, pinned, fetchFile);
  const texts = new Map<string, string>();
  for (const { sha256: name } of files)
    texts.set(name, stored?.files.get(name) ?? (await downloadFile(dictionaryId, name, fetchFile)));
  return { dictionary, generation, publicKey, next: seq, at: Date.now(), files: texts, changes: new Map() };
}

async function downloadFile(dictionaryId: string, name: string, fetchFile: Fetch): Promise<string> {
  const response = await fetchFile(`${copyAddress(dictionaryId)}/${name}.jsonl`);
  const text = response.status === 200 ? await response.text() : '';
  if (hexOf(await sha256Of(text)) !== name)
    throw new BrokenTransfer(`file ${name}: status ${response.status}`);
  return text;
}

type Line =
  | readonly [seq: number, ...article: IndexedArticle]
  | readonly [seq: number, gone: number]
  | { readonly next: number; readonly more: boolean; readonly rebase: boolean };

/** @returns undefined if the device must download a new copy */
async function withChanges(
  copy: DictionaryCopy,
  fetchFile: Fetch,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<DictionaryCopy | undefined> {
  const changes = new Map(copy.changes);
  let { next } = copy;
  for (let more = true; more;) {
    const query = new URLSearchParams({ after: String(next), generation: copy.generation, limit: '500' });
    const response = await fetchFile(
      `${copyAddress(copy.dictionary.dictionaryId)}/change-lines?${query.toString()}`,
    );
    if (response.status === 410) return undefined;
    if (response.status !== 200) throw new BrokenTransfer(`changes: status ${response.status}`);
    const end = takeOver(await response.text(), changes);
    if (end.rebase && !isNew) return undefined;
    ({ next, more } = end);
  }
  return { ...copy, changes, next, at: Date.now() };
}

/** Takes over the lines of a response, which counts only as a whole. */
function takeOver(text: string, changes: Map<number, IndexedArticle | null>) {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new BrokenTransfer('changes: the last line is cut');
  const items = lines.map((line) => JSON.parse(line) as Line);
  const end = items.pop();
  if (end === undefined || isChange(end)) throw new BrokenTransfer('changes: the end is missing');
  for (const item of items) {
    if (!isChange(item)) continue;
    const [, ...article] = item;
    changes.set(article[0], article.length === 1 ? null : article);
  }
  return end;
}

function isChange(line: Line): line is Exclude<Line, { readonly next: number }> {
  return Array.isArray(line);
}
