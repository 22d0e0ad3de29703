import { createReadStream } from 'node:fs';

/** A line of a file, or why it cannot be read; `end` is the offset in bytes behind it. */
export interface TextLine {
  readonly number: number;
  readonly end: number;
  readonly text?: string;
  readonly problem?: string;
}

/** Longest line, in bytes: four times the largest article. A longer one is passed over without being held in memory. */
const LONGEST_LINE = 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * The lines of a UTF-8 file. They end at line feeds alone: JSON may hold U+2028, at which other readers break lines.
 */
export async function* textLines(file: string): AsyncGenerator<TextLine> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let number = 0;
  let end = 0;
  const take = (last: Buffer): TextLine => {
    const bytes = heldBytes + last.length;
    const line = bytes > LONGEST_LINE ? undefined : Buffer.concat([...held, last]);
    [held, heldBytes] = [[], 0];
    number += 1;
    end += bytes;
    return line
      ? { number, end, ...decoded(line) }
      : { number, end, problem: `the line is longer than ${LONGEST_LINE} bytes` };
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      yield take(chunk.subarray(from, at));
      end += 1;
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    heldBytes += rest.length;
    if (heldBytes <= LONGEST_LINE) held.push(rest);
    else held = [];
  }
  if (heldBytes > 0) yield take(Buffer.alloc(0));
}

function decoded(line: Buffer): Pick<TextLine, 'text' | 'problem'> {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(line) };
  } catch {
    return { problem: 'the line is not UTF-8' };
  }
}
