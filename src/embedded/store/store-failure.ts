import { CommandError } from '../errors';

/** Codes of LMDB and of the operating system that mean: no room left. Source: lmdb.h, errno.h. */
const MAP_FULL = -30792;
const ENOSPC = 28;
const EDQUOT = 122;

/** A write that LMDB could not do, or a defect in a command. Nothing of its commit is on disk. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';

  private constructor(
    message: string,
    readonly code: number | undefined,
    cause: unknown,
  ) {
    super(message, { cause });
  }

  /** lmdb-js puts the reason of a failed commit into a promise of its own, which must be awaited. */
  static async from(cause: unknown): Promise<StoreFailure> {
    const origin = await originOf(cause);
    const { code, message } = origin as { code?: unknown; message?: string };
    return new StoreFailure(message ?? String(origin), typeof code === 'number' ? code : undefined, origin);
  }

  toCommandError(): CommandError {
    if (isOutOfSpace(this)) return new CommandError(14031, `The data could not be written: ${this.message}`);
    return new CommandError('InternalError', `The write failed: ${this.message}`);
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

export function isOutOfSpace({ code }: StoreFailure): boolean {
  return code === MAP_FULL || code === ENOSPC || code === EDQUOT;
}
