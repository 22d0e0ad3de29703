import { clientOf, READER_PASSWORD, startWithAccounts, type AccountServer } from './accounts';
import { base64 } from './tus';

export interface StoredMedia {
  readonly mediaId: string;
  readonly url: string;
  readonly name: string;
  readonly sha256: string;
  readonly [field: string]: unknown;
}

interface Payload {
  readonly media: StoredMedia | null;
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

const FIELDS =
  'mediaId: publicId number: articleNumber name kind mediaType size sha256 width height description lang speaker license addedBy url';

interface Adding {
  readonly username?: string;
  readonly input?: object;
  readonly url?: string;
}

export type MediaServer = Awaited<ReturnType<typeof startWithMedia>>;

/** A gateway with the dictionaries `bam`, whose editor is binta, and `wol`, whose editor is wasis. */
export async function startWithMedia(env: Readonly<Record<string, string>> = {}) {
  const server = await startWithAccounts(env);
  const tokens = new Map([
    ['admin', server.admin],
    ['reader', server.reader],
  ]);
  const editors = { bam: 'binta', wol: 'wasis' };
  for (const [id_dico, username] of Object.entries(editors)) {
    await server.rest('POST', '/lexicon/metadata', { token: server.admin, body: { metadata: { id_dico } } });
    const user = { username, password: READER_PASSWORD };
    await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
    const set = `mutation { setDictionaryMember(dictionary: "${id_dico}", user: "${username}", role: EDITOR) { userErrors { code } } }`;
    await server.graphql(set, {}, server.admin);
    tokens.set(username, await server.logIn(username, READER_PASSWORD));
  }
  return { ...clientOfMedia(server, tokens), ...server, tokens };
}

function clientOfMedia(server: AccountServer, tokens: ReadonlyMap<string, string>) {
  const serverUrl = server.server.url;
  const tokenOf = (username: string) => tokens.get(username) ?? '';

  /** Uploads bytes by tus, and returns the identifier of the upload, or the status that refused it. */
  const upload = async (
    bytes: Buffer,
    name: string,
    username = 'binta',
    url = serverUrl,
  ): Promise<string> => {
    const headers = { 'x-access-token': tokenOf(username), 'tus-resumable': '1.0.0' };
    const announced = {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)}`,
    };
    const created = await fetch(`${url}/import/uploads`, {
      method: 'POST',
      headers: { ...headers, ...announced },
    });
    if (created.status !== 201) return String(created.status);
    const path = created.headers.get('location') ?? '';
    const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const body = new Uint8Array(bytes);
    await fetch(`${url}${path}`, { method: 'PATCH', headers: { ...headers, ...type }, body });
    return path.split('/').at(-1) ?? '';
  };

  const execute = async (query: string, variables: object, username = 'binta', url = serverUrl) => {
    const { body } = await clientOf(url).rest('POST', '/graphql', {
      token: tokenOf(username),
      body: { query, variables },
    });
    const { data, errors = [] } = body as {
      readonly data?: Readonly<Record<string, Payload | null>>;
      readonly errors?: readonly {
        readonly message: string;
        readonly extensions: { readonly code: string };
      }[];
    };
    const [payload] = Object.values(data ?? {});
    const [fault] = payload?.userErrors ?? [];
    const [error] = errors;
    return {
      code: error?.extensions.code ?? fault?.code ?? 'done',
      message: error?.message ?? fault?.message ?? '',
      media: payload?.media ?? ({} as StoredMedia),
    };
  };

  /** Adds bytes as a file to an article of `bam`. */
  const add = async (
    bytes: Buffer,
    name: string,
    number: string,
    { username = 'binta', input = {}, url = serverUrl }: Adding = {},
  ) => {
    const query = `mutation ($upload: ID!, $number: ID!, $input: MediaInput!) {
      createMedia(dictionary: "bam", number: $number, upload: $upload, input: $input) {
        media { ${FIELDS} } userErrors { code message field } } }`;
    return execute(query, { upload: await upload(bytes, name, username, url), number, input }, username, url);
  };

  const remove = (media: string, username = 'binta', url = serverUrl) =>
    execute(
      `mutation ($media: ID!) { deleteMedia(media: $media) { media { mediaId: publicId url } userErrors { code message } } }`,
      { media },
      username,
      url,
    );

  const newArticle = async (): Promise<string> => {
    const { body } = await server.rest('POST', '/lexicon/articles/bam', {
      token: server.admin,
      body: { article: { entry: { headword: 'so' } } },
    });
    return String((body['article'] as { id_article: number }).id_article);
  };

  const removeArticle = (number: string) =>
    server.rest('DELETE', `/lexicon/articles/bam/${number}`, { token: server.admin });

  const mediaOf = async (number: string) => {
    const query = `query ($number: ID!) { article(dictionary: "bam", number: $number) { media { ${FIELDS} } } }`;
    const { data } = await server.graphql(query, { number });
    return (data['article'] as { media: StoredMedia[] } | null)?.media;
  };

  const usage = async () => {
    const query = '{ dictionary(dictionary: "bam") { mediaUsage { objects bytes maxObjects maxBytes } } }';
    const { data } = await server.graphql(query, {}, server.admin);
    return (data['dictionary'] as { mediaUsage: object }).mediaUsage;
  };

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(`${serverUrl}${path}`, { method, headers });

  return { tokenOf, upload, execute, add, remove, newArticle, removeArticle, mediaOf, usage, get };
}

/** Files with valid first bytes of their types. Files of different lengths have different contents. */

function filled(length: number): Buffer {
  // No two parts whose size is a power of two are equal.
  return Buffer.alloc(
    length,
    Uint8Array.from({ length: 251 }, (_, i) => (i * 7 + length) & 0xff),
  );
}

/** @param length of the whole file in bytes */
export function mp3(length: number): Buffer {
  const bytes = filled(length);
  // A frame of MPEG 1 layer III, 128 kbit/s, 44.1 kHz.
  bytes.set([0xff, 0xfb, 0x90, 0x00]);
  return bytes;
}

/** @param length of the sound in bytes */
export function wav(length: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(length, 40);
  return Buffer.concat([header, filled(length)]);
}

/** A picture that states its size and has no pixels. */
export function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.set([8, 2, 0, 0, 0], 24);
  return bytes;
}
