/** Maximum size of the buffer that a writer keeps for the next use, in bytes. */
const KEPT_BYTES = 1024 * 1024;

const FEW_BYTES = 48;

/** Writes into a buffer that grows. */
export class ByteWriter {
  private buffer = Buffer.allocUnsafe(4096);
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** @returns a copy of the bytes that `write` writes; `write` must not call this method */
  collect(write: (writer: this) => unknown): Buffer {
    this.used = 0;
    if (this.buffer.length > KEPT_BYTES) this.buffer = Buffer.allocUnsafe(4096);
    write(this);
    return Buffer.from(this.buffer.subarray(0, this.used));
  }

  int32(value: number, at: number): void {
    this.buffer.writeInt32LE(value, at);
  }

  /** Eight bytes, big-endian. */
  ordered64(value: bigint): this {
    const at = this.reserve(8);
    this.buffer.writeBigUInt64BE(value, at);
    return this;
  }

  /** @returns the offset of `size` reserved bytes, which the caller fills later */
  reserve(size: number): number {
    const offset = this.used;
    this.used += size;
    if (this.used > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.used, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, offset);
      this.buffer = larger;
    }
    return offset;
  }

  byte(value: number): this {
    const offset = this.reserve(1);
    this.buffer[offset] = value;
    return this;
  }

  raw(bytes: Uint8Array): this {
    const offset = this.reserve(bytes.length);
    this.buffer.set(bytes, offset);
    return this;
  }

  /** Appends bytes of a buffer. A few bytes are copied faster one by one. */
  part(source: Buffer, from: number, to: number): void {
    const offset = this.reserve(to - from);
    if (to - from > FEW_BYTES) this.buffer.set(source.subarray(from, to), offset);
    else for (let at = from; at < to; at++) this.buffer[offset + at - from] = source[at] ?? 0;
  }

  utf8(text: string): this {
    const offset = this.reserve(text.length * 3);
    this.used = offset + this.buffer.write(text, offset, 'utf8');
    return this;
  }
}
