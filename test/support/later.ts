/** Runs a function with a later clock. Dates change, timers do not. */
export async function later<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
  const { Date: Now } = globalThis;
  class Later extends Now {
    constructor(...args: [] | [string | number | Date]) {
      super(args.length === 0 ? Now.now() + ms : args[0]);
    }

    static override now(): number {
      return Now.now() + ms;
    }
  }
  globalThis.Date = Later as DateConstructor;
  try {
    return await run();
  } finally {
    globalThis.Date = Now;
  }
}
