import { isAscii, isUtf8 } from 'node:buffer';
import { FileProblem, fileProblem } from './position';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Maximum length of a line that is kept for error messages, in bytes. */
const MAX_SHOWN_LINE_LENGTH = 1024 * 1024;

const BOMS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const DECLARED = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/u;

/** Returns the encoding of a byte order mark; `undefined` without one. */
export function markOf(beginning: Uint8Array): string | undefined {
  return BOMS.find(([, bytes]) => bytes.every((byte, index) => beginning[index] === byte))?.[0];
}

/**
 * Detects UTF-16 without a byte order mark, which some programs write: one byte of each ASCII character is zero, and always the same one
 * of two. Text in other encodings contains no zero bytes. Read as UTF-8, the text would have a NUL between its letters.
 */
function pairedWithZeros(beginning: Uint8Array): string | undefined {
  const zerosAt = (parity: number) => beginning.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [first, second] = [zerosAt(0), zerosAt(1)];
  const zeros = first + second;
  if (zeros === 0 || zeros * 8 < beginning.length || (first > 0 && second > 0)) return undefined;
  return second > 0 ? 'utf-16le' : 'utf-16be';
}

/** Returns the encoding of a file: from a byte order mark, otherwise from its XML declaration, otherwise UTF-8. */
export function encodingOf(beginning: Uint8Array): string {
  const marked = markOf(beginning) ?? pairedWithZeros(beginning.subarray(0, 1024));
  if (marked !== undefined) return marked;
  const ascii = Buffer.from(beginning.subarray(0, 1024)).toString('latin1');
  return DECLARED.exec(ascii)?.[1]?.toLowerCase() ?? 'utf-8';
}

/** Name under which the encoding of an imported file is stored. */
export const STORED_ENCODING = 'file/encoding';

/** Returns the encoding of an imported file for the next import; nothing for one that a file shows by itself. */
export function encodingFiles(encoding: string): readonly { readonly name: string; readonly text: string }[] {
  return encoding.includes(',') || !encoding.startsWith('utf-')
    ? [{ name: STORED_ENCODING, text: encoding }]
    : [];
}

/**
 * Returns the encoding of a file that states none, if an earlier file had one that was given. Lines in UTF-8 are read as such: somebody may
 * have saved the file in it since.
 */
export function storedEncoding(
  beginning: Uint8Array,
  storedSettings: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const encoding = storedSettings?.get(STORED_ENCODING);
  const isStated = markOf(beginning) !== undefined || encodingOf(beginning) !== 'utf-8';
  if (encoding === undefined || isStated) return undefined;
  return encoding.includes(',') ? encoding : `utf-8,${encoding}`;
}

/**
 * Decodes a file, in pieces that end at line ends. It never guesses: bytes that the encoding does not allow end the reading, and the
 * message shows the line in the likely encoding.
 *
 * @param encoding defaults to that of a byte order mark or XML declaration
 * @throws FileProblem WRONG_ENCODING
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  encoding?: string,
): AsyncGenerator<string> {
  let label = encoding;
  let buffered = Buffer.alloc(0);
  let lines = 0;
  let hasLetters = false;
  let decoder: Decoder | undefined;
  const decode = (bytes: Buffer, position: PiecePosition): string => {
    label ??= encodingOf(bytes);
    decoder ??= decoderFor(label);
    try {
      const text = decoder(bytes, position);
      hasLetters ||= bytes.length > text.length;
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
      return text;
    } catch (error) {
      if (error instanceof FileProblem) throw error;
      throw wrongBytes(bytes, { lines, label, hasLetters });
    }
  };
  for await (const chunk of chunks) {
    buffered = buffered.length === 0 ? Buffer.from(chunk) : Buffer.concat([buffered, chunk]);
    const end =
      buffered.lastIndexOf(NEWLINE) + 1 || (buffered.length > MAX_SHOWN_LINE_LENGTH ? buffered.length : 0);
    if (end === 0) continue;
    yield decode(buffered.subarray(0, end), { isLast: false });
    buffered = buffered.subarray(end);
  }
  const rest = decode(buffered, { isLast: true });
  if (rest !== '') yield rest;
}

interface PiecePosition {
  /** Whether the file ends with the piece. */
  readonly isLast: boolean;
}

type Decoder = (bytes: Buffer, position: PiecePosition) => string;

/** Accepts one encoding, or two as in `utf-8,windows-1252`: lines that are not valid in the first are decoded with the second. */
function decoderFor(labels: string): Decoder {
  const [label = '', other, ...more] = labels.split(',').map((text) => text.trim());
  const decoder = strictDecoder(label);
  if (other === undefined) return (bytes, { isLast }) => decoder.decode(bytes, { stream: !isLast });
  const second = strictDecoder(other);
  if (decoder.encoding !== 'utf-8' || second.encoding.startsWith('utf-') || more.length > 0)
    throw wrongPair(`"${labels}" must be UTF-8 and one other encoding, such as utf-8,windows-1252`);
  return (bytes, { isLast }) => {
    // A chunk may end within a character, and half a character could be valid in the second encoding.
    if (!isLast && bytes.at(-1) !== NEWLINE)
      throw wrongPair(`with two encodings, no line may be longer than ${MAX_SHOWN_LINE_LENGTH} bytes`);
    if (isUtf8(bytes)) return decoder.decode(bytes);
    return linesIn(bytes)
      .map((line) => (isUtf8(line) ? decoder : second).decode(line))
      .join('');
  };
}

function wrongPair(complaint: string): FileProblem {
  return fileProblem('WRONG_ENCODING', complaint);
}

function linesIn(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from) + 1 || bytes.length;
    lines.push(bytes.subarray(from, end));
    from = end;
  }
  return lines;
}

function strictDecoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw fileProblem('WRONG_ENCODING', `the encoding "${label}" is not known`);
  }
}

interface Failed {
  readonly lines: number;
  readonly label: string;
  /** Whether the text read so far has non-ASCII characters. */
  readonly hasLetters: boolean;
}

/** Detects lines that end with a carriage return alone: "CSV (Macintosh)" of Excel, which has its own encoding. */
function hasMacLineEnds(bytes: Buffer): boolean {
  return bytes.includes(CARRIAGE_RETURN) && !bytes.includes(NEWLINE);
}

function wrongBytes(bytes: Buffer, { lines, label, hasLetters }: Failed): FileProblem {
  const [name = label] = label.split(',').slice(-1);
  const isPair = name !== label;
  const isMixed = label === 'utf-8' && (hasLetters || linesIn(bytes).some(hasLettersOfUtf8));
  let line = lines + 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    const end = newline === -1 ? bytes.length : newline;
    const piece = bytes.subarray(from, end);
    const at = new TextDecoder(name.trim()).decode(piece).indexOf('\uFFFD');
    if (at !== -1 && !(isPair && isUtf8(piece))) {
      const likely = hasMacLineEnds(bytes) ? 'macintosh' : 'windows-1252';
      const shown = new TextDecoder(likely).decode(piece).trim().replaceAll('\r', ' ').slice(0, 120);
      const option = isMixed
        ? `Other lines are UTF-8: --encoding=utf-8,${likely} reads each line in its own encoding.`
        : `Read the file with --encoding=${likely}.`;
      const advice = `As ${likely} the line reads: ${shown}. ${option}`;
      return new FileProblem(
        'WRONG_ENCODING',
        { line, column: at + 1 },
        `the bytes are not ${label}. ${advice}`,
      );
    }
    from = end + 1;
  }
  return new FileProblem('WRONG_ENCODING', { line: lines + 1, column: 1 }, `the bytes are not ${label}`);
}

function hasLettersOfUtf8(bytes: Buffer): boolean {
  return isUtf8(bytes) && !isAscii(bytes);
}
