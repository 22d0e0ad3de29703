/** A type of recordings or pictures. */
export interface MediaType {
  /** Name of the type, for example `audio/mpeg`. */
  readonly mediaType: string;
  readonly kind: 'audio' | 'picture';
  /** File name extensions of the type. A file with another extension gets the first one. */
  readonly endings: readonly string[];
}

/** A media type. For a picture it includes the size in pixels, if the file states one. */
export interface SniffedMedia extends MediaType {
  readonly size: PictureSize | null;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

interface Signature extends MediaType {
  readonly isIn: (bytes: Buffer) => boolean;
  readonly sizeIn?: (bytes: Buffer) => PictureSize | null;
}

/** Media types that browsers play or show and that cannot contain scripts: no SVG, no HTML, no video. */
const SIGNATURES: readonly Signature[] = [
  { ...audio('audio/mpeg', 'mp3'), isIn: isMp3 },
  { ...audio('audio/ogg', 'ogg', 'oga', 'opus'), isIn: isOggAudio },
  { ...audio('audio/wav', 'wav'), isIn: (bytes) => has(bytes, 'RIFF', 0) && has(bytes, 'WAVE', 8) },
  { ...audio('audio/flac', 'flac'), isIn: (bytes) => has(bytes, 'fLaC', 0) },
  { ...audio('audio/mp4', 'm4a', 'mp4', '3gp'), isIn: isMp4Audio },
  { ...audio('audio/webm', 'webm', 'weba'), isIn: isWebmAudio },
  {
    ...picture('image/jpeg', 'jpg', 'jpeg'),
    isIn: (bytes) => has(bytes, '\xff\xd8\xff', 0),
    sizeIn: sizeOfJpeg,
  },
  {
    ...picture('image/png', 'png'),
    isIn: (bytes) => has(bytes, '\x89PNG\r\n\x1a\n', 0) && has(bytes, 'IHDR', 12),
    sizeIn: (bytes) => sizeAt(bytes, 16, 'readUInt32BE', 4),
  },
  {
    ...picture('image/gif', 'gif'),
    isIn: (bytes) => has(bytes, 'GIF87a', 0) || has(bytes, 'GIF89a', 0),
    sizeIn: (bytes) => sizeAt(bytes, 6, 'readUInt16LE', 2),
  },
  {
    ...picture('image/webp', 'webp'),
    isIn: (bytes) => has(bytes, 'RIFF', 0) && has(bytes, 'WEBP', 8),
    sizeIn: sizeOfWebp,
  },
  { ...picture('image/avif', 'avif'), isIn: isAvif, sizeIn: sizeOfAvif },
];

/** File name extensions of all these types. */
export const MEDIA_ENDINGS: readonly string[] = SIGNATURES.flatMap(({ endings }) => endings);

/** Detects the type of a file by its first bytes; `undefined` if it has none of these types. File name and declared type are ignored. */
export function sniffMedia(bytes: Buffer): SniffedMedia | undefined {
  const signature = SIGNATURES.find(({ isIn }) => isIn(bytes));
  if (!signature) return undefined;
  const { mediaType, kind, endings, sizeIn } = signature;
  return { mediaType, kind, endings, size: sizeIn?.(bytes) ?? null };
}

function audio(mediaType: string, ...endings: string[]): MediaType {
  return { mediaType, kind: 'audio', endings };
}

function picture(mediaType: string, ...endings: string[]): MediaType {
  return { mediaType, kind: 'picture', endings };
}

function has(bytes: Buffer, text: string, at: number): boolean {
  return bytes.toString('latin1', at, at + text.length) === text;
}

/** Matches an ID3 tag, or an MPEG layer III frame with a valid bit rate and sample rate. */
function isMp3(bytes: Buffer): boolean {
  if (has(bytes, 'ID3', 0)) return true;
  const [first = 0, second = 0, third = 0] = bytes;
  const version = (second >> 3) & 3;
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2 && version !== 1;
  const rate = third >> 4;
  return isLayer3 && rate > 0 && rate < 15 && ((third >> 2) & 3) !== 3;
}

/** The first page of an Ogg stream names its codec. */
function isOggAudio(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 80);
  const codecs = ['OpusHead', '\x01vorbis', 'Speex   ', '\x7fFLAC'];
  return start.startsWith('OggS') && codecs.some((codec) => start.includes(codec));
}

const MP4_BRANDS = /^(?:M4A|M4B|mp4|iso|dash|3gp|MSNV|qt {2})/;

/** Matches an MP4 container with an audio track and no video track, by its handlers. */
function isMp4Audio(bytes: Buffer): boolean {
  if (!has(bytes, 'ftyp', 4) || !MP4_BRANDS.test(bytes.toString('latin1', 8, 12))) return false;
  const handler = `hdlr${'\0'.repeat(8)}`;
  return bytes.includes(`${handler}soun`, 0, 'latin1') && !bytes.includes(`${handler}vide`, 0, 'latin1');
}

/** Matches a WebM container with an audio codec and no video codec. */
function isWebmAudio(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 4096);
  return (
    start.startsWith('\x1a\x45\xdf\xa3') &&
    /\x42\x82.{1,8}webm/s.test(start) &&
    /A_(?:OPUS|VORBIS)/.test(start) &&
    !/V_(?:VP|AV1|MPEG)/.test(start)
  );
}

function isAvif(bytes: Buffer): boolean {
  return has(bytes, 'ftyp', 4) && /^avi[fs]/.test(bytes.toString('latin1', 8, 12));
}

function sizeAt(
  bytes: Buffer,
  at: number,
  read: 'readUInt32BE' | 'readUInt16LE' | 'readUInt16BE',
  step: number,
): PictureSize | null {
  if (at + 2 * step > bytes.length) return null;
  return sized(bytes[read](at), bytes[read](at + step));
}

/** Maximum width and height of a picture, in pixels. A page would reserve the space for a larger one. */
const MAX_SIDE_PIXELS = 100_000;

function sized(width: number, height: number): PictureSize | null {
  const isSide = (side: number): boolean => side >= 1 && side <= MAX_SIDE_PIXELS;
  return isSide(width) && isSide(height) ? { width, height } : null;
}

/** Skips segments up to the frame segment, which has the size. */
function sizeOfJpeg(bytes: Buffer): PictureSize | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function sizeOfWebp(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30) return null;
  const form = bytes.toString('latin1', 12, 16);
  if (form === 'VP8X') return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (form === 'VP8 ') return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (form !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return sized((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

/** The box `ispe` has the size of the picture. */
function sizeOfAvif(bytes: Buffer): PictureSize | null {
  const at = bytes.subarray(0, 65_536).indexOf('ispe', 0, 'latin1');
  return at < 0 ? null : sizeAt(bytes, at + 8, 'readUInt32BE', 4);
}
