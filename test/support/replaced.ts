import * as paging from '../../src/shared/paging';

/**
 * Gives all modules something else for what a module exports, which they look up at each use.
 *
 * @returns puts the module's own back
 */
export function replaceExport<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  get: () => Module[Name],
): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(module, name);
  if (descriptor === undefined) throw new Error(`The module exports no ${String(name)}`);
  Object.defineProperty(module, name, { ...descriptor, get });
  return () => Object.defineProperty(module, name, descriptor);
}

interface Bounds {
  MAX_EXAMINED: number;
  FIRST_EXAMINED: number;
}

/** Bounds for the tests of a file, which tens of objects meet instead of 10,000; a test may set others in what is given. */
export function examineAtMost(bounds: Readonly<Bounds>): void {
  const undo: (() => void)[] = [];
  beforeAll(() => {
    for (const name of ['MAX_EXAMINED', 'FIRST_EXAMINED'] as const)
      undo.push(replaceExport<Bounds, typeof name>(paging, name, () => bounds[name]));
  });
  afterAll(() => {
    for (const one of undo) one();
  });
}
