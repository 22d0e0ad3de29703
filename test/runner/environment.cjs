const { createRequire } = require('node:module');

/** A part of jest in the version that jest itself loads. */
const ofJest = (...path) => path.reduce((from, name) => createRequire(from).resolve(name), module.filename);

const { ModuleMocker } = require(ofJest('jest', '@jest/core', 'jest-runtime', 'jest-mock'));

/** The symbols of an object that only who made them knows. */
const symbolsOf = (object) =>
  Object.getOwnPropertySymbols(object).filter((symbol) => Symbol.keyFor(symbol) === undefined);

/**
 * An environment that is the worker itself. Code is compiled once and stays compiled, and its globals are those of node, where a sandbox
 * of each file's own has everything loaded and warmed up again. What a file changes is put back after it.
 */
module.exports = class SharedEnvironment {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.variables = { ...process.env };
    this.symbols = new Set(symbolsOf(globalThis));
    this.exit = process.exit;
    this.console = console;
  }

  setup() {}

  teardown() {
    process.exit = this.exit;
    globalThis.console = this.console;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    // Under symbols of its own, jest keeps the tests of a file, and with them all that they hold.
    for (const symbol of symbolsOf(globalThis)) if (!this.symbols.has(symbol)) delete globalThis[symbol];
    // Each file registers the handlers of its own events.
    globalThis[Symbol.for('EVENT_HANDLERS')]?.splice(2);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return undefined;
  }
};

module.exports.ofJest = ofJest;
