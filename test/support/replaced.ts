import * as paging from '../../src/shared/paging';

/**
 * Replaces an export of a module for all modules. They read it at each use.
 *
 * @returns a function that restores the export
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

/** Bounds for the tests of a file that tens of objects reach instead of 10,000. A test may change them in the returned object. */
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
