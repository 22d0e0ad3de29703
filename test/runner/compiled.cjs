const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { deserialize, serialize } = require('node:v8');
const { Script } = require('node:vm');

// Loaded before a program of the project, from the folder of a run of tests: what the first process of a program has compiled, the others
// of the run do not compile again. That saves a seventh of what a server needs for its start, and a third of what a command needs.

const [, program = '', command = ''] = process.argv;
const role = 'NODE_UNIQUE_ID' in process.env ? 'worker' : command.replaceAll(/\W/g, '');
const kept = join(__dirname, `${basename(program)}-${role}.compiled`);

/** Of those who load others in another way than by `require()`, which is that of the module. */
const OTHERWISE = /\bimport\s*\(|\brequire\s*\.|\bimport\.meta\b/;

/** @type {Map<string, Buffer>} */
const compiled = existsSync(kept) ? deserialize(readFileSync(kept)) : new Map();
const isFirst = compiled.size === 0;
/** @type {Map<string, Script>} */
const scripts = new Map();
const { _compile: compile } = Module.prototype;

Module.prototype._compile = function compileOnce(content, filename, ...rest) {
  const script = OTHERWISE.test(content) ? undefined : scriptOf(content, filename);
  if (script === undefined) return compile.call(this, content, filename, ...rest);
  const load = (id) => this.require(id);
  return script.runInThisContext().call(this.exports, this.exports, load, this, filename, dirname(filename));
};

/** Undefined for what is no script: an ES module. */
function scriptOf(content, filename) {
  try {
    const script = new Script(Module.wrap(content.replace(/^#!/, '//')), {
      filename,
      cachedData: compiled.get(filename),
    });
    if (isFirst) scripts.set(filename, script);
    return script;
  } catch {
    return undefined;
  }
}

process.on('exit', () => {
  if (!isFirst || existsSync(kept)) return;
  const all = new Map([...scripts].map(([filename, script]) => [filename, script.createCachedData()]));
  const own = `${kept}.${process.pid}`;
  writeFileSync(own, serialize(all));
  renameSync(own, kept);
});
