const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { compileFunction } = require('node:vm');
require('./late-optimisation.cjs');
require('./cheap-passwords.cjs');
const SharedEnvironment = require('./environment.cjs');

const { default: JestRuntime } = require(SharedEnvironment.ofJest('jest', '@jest/core', 'jest-runtime'));

/** What belongs to one file alone: the tests and what is set up before them. */
const OF_ONE_FILE = /\.test\.ts$|[\\/]node_modules[\\/](?:@jest|jest-[^\\/]*|expect)[\\/]/;

/** What is no file of tests is a library of jest, with its own libraries. */
const OF_JEST = /[\\/]node_modules[\\/]/;

const following = new asyncHooks.AsyncLocalStorage();

/**
 * Where jest keeps which test runs: one place for the files of all times. Node hands the store of each place that was ever used on to every
 * new promise, and jest makes one for each file.
 */
function Following() {
  return following;
}

const OPTIONS = {
  isInternalModule: false,
  supportsDynamicImport: false,
  supportsExportNamespaceFrom: false,
  supportsStaticESM: false,
  supportsTopLevelAwait: false,
};

/** The compiler of the file that runs now. */
let transformer;
/** What was compiled of jest, which each file runs anew: to compile is most of what that costs. */
const compiledOfJest = new Map();
/** Where the source maps of shared modules are. */
const sourceMaps = new Map();

/**
 * What is loaded for the files of one package, or of the gateway, is not that of the others: the gateway's changes of the driver are its
 * own. What jest had loaded before is there in all of them.
 */
const registries = new Map();
const loadedBefore = { ...Module._cache };

function registryFor(testPath) {
  const [folder = ''] = /^.*?[\\/]packages[\\/][^\\/]+[\\/]/.exec(testPath) ?? [];
  const registry = registries.get(folder) ?? Object.assign(Object.create(null), loadedBefore);
  registries.set(folder, registry);
  return registry;
}

const loadNative = Module._extensions['.node'];
/** What native libraries export, which they do once in a process. */
const natives = new Map();

Module._extensions['.node'] = (module, filename) => {
  if (natives.has(filename)) module.exports = natives.get(filename);
  else loadNative(module, filename);
  natives.set(filename, module.exports);
};

Module._extensions['.ts'] = (module, filename) => {
  const { code, sourceMapPath } = transformer.transform(filename, OPTIONS);
  if (sourceMapPath) sourceMaps.set(filename, sourceMapPath);
  module._compile(code, filename);
};

/** Loads the code under test and its libraries once for all files of a package that a worker runs, by node itself; see environment.cjs. */
module.exports = class SharedRuntime extends JestRuntime {
  constructor(config, environment, resolver, scriptTransformer, ...rest) {
    super(config, environment, resolver, scriptTransformer, ...rest);
    this.isShared = environment instanceof SharedEnvironment;
    if (!this.isShared) return;
    transformer = scriptTransformer;
    Module._cache = registryFor(this._testPath);
    const { executor } = this;
    const compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, { filename });
    executor.compile = (source, filename) => {
      if (!OF_JEST.test(filename)) return compile(source, filename);
      const compiled = compiledOfJest.get(filename) ?? compile(source, filename);
      compiledOfJest.set(filename, compiled);
      return compiled;
    };
  }

  requireModule(from, name, options, isRequireActual) {
    if (name === 'node:async_hooks' && options?.isInternalModule)
      return { ...asyncHooks, AsyncLocalStorage: Following };
    if (this.isShared && name && !options?.isInternalModule && !Module.isBuiltin(name)) {
      const path = Module.createRequire(from).resolve(name);
      if (!OF_ONE_FILE.test(path)) return this.requireShared(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  requireShared(path) {
    const exports = require(path);
    const maps = super.getSourceMaps();
    for (const [file, map] of sourceMaps) maps.set(file, map);
    return exports;
  }

  setMock(from, name, factory, options) {
    if (this.isShared)
      throw new Error(`${from}: to mock ${name}, load modules for this file alone: @jest-environment node`);
    super.setMock(from, name, factory, options);
  }
};
