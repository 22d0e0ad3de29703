import { CommandError } from '../../errors';
import { DataFileGone } from './data-file';

/** Codes of LMDB and of the operating system. Source: lmdb.h, errno.h. */
const MAP_FULL = -30792;
/** LMDB reports an incomplete write as EIO (5), which is often the first sign of a full disk. */
const DISK_FULL_CODES = new Set([MAP_FULL, 5, 28, 122]);
/** MongoDB's OutOfDiskSpace. */
const OUT_OF_DISK_SPACE = 14031;

/** A failed write of LMDB, or a defect in a command. Nothing of its commit is on disk. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';

  private constructor(
    message: string,
    private readonly code: number | undefined,
    cause: unknown,
  ) {
    super(message, { cause });
  }

  /** lmdb-js reports the reason of a failed commit in a separate promise, which must be awaited. */
  static async from(cause: unknown): Promise<StoreFailure> {
    const origin = await originOf(cause);
    const { code, message } = origin as { code?: unknown; message?: string };
    return new StoreFailure(message ?? String(origin), typeof code === 'number' ? code : undefined, origin);
  }

  /** The data are unchanged, and later writes succeed when there is space again. */
  private get isForWantOfSpace(): boolean {
    return this.code !== undefined && DISK_FULL_CODES.has(this.code);
  }

  /** LMDB cannot continue: after this error it refuses every write, or waits forever. */
  get isFatal(): boolean {
    return this.code !== undefined && !this.isForWantOfSpace;
  }

  toCommandError(): CommandError {
    const message = `The data could not be written: ${this.message}`;
    if (this.cause instanceof DataFileGone) return new CommandError('FileNotOpen', message);
    return new CommandError(this.isForWantOfSpace ? OUT_OF_DISK_SPACE : 'InternalError', message);
  }
}

async function originOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  if (!commitError) return error;
  try {
    return await commitError;
  } catch (reason) {
    return reason;
  }
}
