const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { deserialize, serialize } = require('node:v8');
const { Script } = require('node:vm');

// Loaded before a program of the project, from the folder of a run of tests: what the first process of a program has found and compiled,
// the others of the run do not look for and compile again. That saves a quarter of what a server needs for its start, and more of what a
// command needs.

const [, program = '', command = ''] = process.argv;
const role = 'NODE_UNIQUE_ID' in process.env ? 'worker' : command.replaceAll(/\W/g, '');
const kept = join(__dirname, `${basename(program)}-${role}.compiled`);

/** Of those who load others in another way than by `require()`, which is that of the module. */
const OTHERWISE = /\bimport\s*\(|\brequire\s*\.|\bimport\.meta\b/;

const isFirst = !existsSync(kept);
/**
 * The file that a name means in a folder, and the code of files.
 *
 * @type {{ found: Map<string, string>, compiled: Map<string, Buffer> }}
 */
const { found, compiled } = isFirst
  ? { found: new Map(), compiled: new Map() }
  : deserialize(readFileSync(kept));
/** @type {Map<string, Script>} */
const scripts = new Map();
const { _resolveFilename: find } = Module;
const { _compile: compile } = Module.prototype;

Module._resolveFilename = function findOnce(name, parent, ...rest) {
  const [, options] = rest;
  if (!parent?.filename || options) return find.call(this, name, parent, ...rest);
  const key = `${dirname(parent.filename)}\n${name}`;
  const file = found.get(key) ?? find.call(this, name, parent, ...rest);
  if (isFirst) found.set(key, file);
  return file;
};

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
  for (const [filename, script] of scripts) compiled.set(filename, script.createCachedData());
  const own = `${kept}.${process.pid}`;
  writeFileSync(own, serialize({ found, compiled }));
  renameSync(own, kept);
});
