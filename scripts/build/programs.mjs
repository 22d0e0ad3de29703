// Puts the compiled programs and their libraries into one file, which Node reads and compiles faster than two thousand.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/** What cannot be part of it. */
const OUTSIDE = [
  // Native libraries, and what lies beside them.
  'lmdb',
  '@node-rs/argon2',
  // Loaded where a password is judged.
  '@zxcvbn-ts/*',
  // Found at run time: files of this package, and libraries that are not installed.
  '#embedded-database',
  '#package',
  'class-validator',
  'mongodb-client-encryption',
];

/** What `src/storage/mongo/driver-files.ts` looks for at run time is in the one file as well. */
const driverFiles = {
  name: 'driver-files',
  setup: ({ onLoad }) => {
    onLoad({ filter: /dist\/storage\/mongo\/driver-files\.js$/ }, ({ path }) => {
      const load = createRequire(createRequire(path).resolve('mongoose'));
      const names = Object.keys(createRequire(path)(path).driverFiles);
      const members = names.map(
        (name) => `${JSON.stringify(name)}: require(${JSON.stringify(load.resolve(name))})`,
      );
      return { contents: `exports.driverFiles = { ${members.join(', ')} };` };
    });
  },
};

/** The folder of a library, in the path of one of its files. */
const LIBRARY = /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//;

/** The file that imports harfbuzzjs, an ES module that cannot be required, is loaded from `dist`. */
const cardFont = {
  name: 'card-font',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/card-font$/ }, () => ({ path: '../dist/web/card/card-font.js', external: true }));
  },
};

/** `@apollo/utils.createhash` finds the hashes of Node by `module.require`, which no bundle has, and would use slower ones in JavaScript. */
const nativeHashes = {
  name: 'native-hashes',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@apollo\/utils\.createhash\/dist\/index\.js$/ }, () => ({
      contents: "exports.createHash = require('node:crypto').createHash;",
    }));
  },
};

/** @param folder of `programs.js`, and of the licences of the libraries in it; absolute, as is @param root */
export async function bundlePrograms(root, folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['dist/bundle/programs.js'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    // All of it stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    // Code that was compiled before cannot import(): what can be required is.
    supported: { 'dynamic-import': false },
    // Names stay as they are written but where two of a file are the same; to set them costs each function that a request makes.
    keepNames: false,
    legalComments: 'none',
    plugins: [driverFiles, cardFont, nativeHashes],
    metafile: true,
    logLevel: 'warning',
  });
  const programs = join(folder, 'programs.js');
  writeFileSync(programs, inAscii(readFileSync(programs, 'utf8')));
  const files = Object.keys(metafile.inputs);
  const libraries = [...new Set(files.flatMap((file) => LIBRARY.exec(file) ?? []))].sort();
  writeFileSync(
    join(folder, 'licences.txt'),
    libraries.map((library) => licenceOf(root, library)).join('\n\n'),
  );
}

/** Characters beyond ASCII, which esbuild leaves in regular expressions and in templates with a tag. */
const BEYOND_ASCII = /[^\0-\x7f]/g;

/**
 * The same program in ASCII, which is read and kept in one byte a character.
 *
 * @throws Error where a character cannot be written as its code
 */
function inAscii(code) {
  const [found] = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/.exec(code) ?? [];
  if (found !== undefined) throw new Error(`dist-program cannot be ASCII: ${found}`);
  return code.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function licenceOf(root, library) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, library, 'package.json'), 'utf8'));
  const texts = readdirSync(join(root, library))
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(root, library, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
