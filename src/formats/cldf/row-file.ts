import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum length of buffered text, in characters. */
const BUFFERED_LENGTH = 64 * 1024;

/**
 * Writes rows to a temporary file and reads them later. The file is unlinked, so that the system removes it when it is closed or the
 * process ends.
 */
export class RowFile {
  private buffered: string[] = [];
  private size = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<RowFile> {
    const path = join(tmpdir(), `griot-rows-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new RowFile(file);
  }

  async add(cells: readonly string[]): Promise<void> {
    const line = `${JSON.stringify(cells)}\n`;
    this.buffered.push(line);
    this.size += line.length;
    if (this.size > BUFFERED_LENGTH) await this.flush();
  }

  async *rows(): AsyncGenerator<readonly string[]> {
    await this.flush();
    const input = this.file.createReadStream({ start: 0, autoClose: false, encoding: 'utf8' });
    let held = '';
    try {
      for await (const chunk of input as AsyncIterable<string>) {
        const lines = (held + chunk).split('\n');
        held = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as string[];
      }
    } finally {
      input.destroy();
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async flush(): Promise<void> {
    const text = this.buffered.join('');
    this.buffered = [];
    this.size = 0;
    await this.file.appendFile(text);
  }
}
