import { MalformedMessage, MAX_MESSAGE_BYTES } from './message';

const HEADER_BYTES = 16;

/**
 * Cuts a byte stream into messages. Chunks are kept as they come and joined once a message is complete, so that
 * a message of 48 MB costs one copy and not one for each chunk.
 */
export class Frames {
  private chunks: Buffer[] = [];
  private size = 0;
  private awaited = HEADER_BYTES;

  /**
   * Takes the next chunk and gives the messages that are complete with it.
   *
   * @throws MalformedMessage when a header states an impossible length
   */
  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.awaited) {
      const joined = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
      this.chunks = [joined];
      const length = joined.readInt32LE(0);
      if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
        throw new MalformedMessage(`a message cannot have ${length} bytes`);
      }
      this.awaited = length;
      if (joined.length < length) return;
      this.chunks = joined.length > length ? [joined.subarray(length)] : [];
      this.size = joined.length - length;
      this.awaited = HEADER_BYTES;
      yield joined.subarray(0, length);
    }
  }
}
