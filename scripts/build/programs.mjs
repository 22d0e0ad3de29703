// Bundles the compiled programs and their libraries into one file, which Node loads faster than two thousand files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Packages that cannot be bundled. */
const OUTSIDE = [
  // Native libraries, and libraries with files beside their code.
  'lmdb',
  '@node-rs/argon2',
  // Loaded on demand when a password is checked.
  '@zxcvbn-ts/*',
  // Resolved at run time: files of this package, and optional libraries that are not installed.
  '#embedded-database',
  '#package',
  'class-validator',
  'mongodb-client-encryption',
];

/** Bundles the files of the driver that `src/storage/mongo/driver-files.ts` loads at run time. */
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

/** Matches the folder of a library in the path of one of its files. */
const LIBRARY = /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//;

/** Loads the file that imports harfbuzzjs from `dist`, because harfbuzzjs is an ES module that cannot be required. */
const cardFont = {
  name: 'card-font',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/card-font$/ }, () => ({ path: '../dist/web/card/card-font.js', external: true }));
  },
};

/** Gives `@apollo/utils.createhash` the hashes of Node. It requires them by `module.require`, which a bundle lacks, and would use slower ones in JavaScript. */
const nativeHashes = {
  name: 'native-hashes',
  setup: ({ onLoad }) => {
    onLoad({ filter: /@apollo\/utils\.createhash\/dist\/index\.js$/ }, () => ({
      contents: "exports.createHash = require('node:crypto').createHash;",
    }));
  },
};

/** Writes `programs.js` and the licences of its libraries. @param folder of the output and @param root of the repository, both absolute */
export async function bundlePrograms(root, folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['dist/bundle/programs.js'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    // Minified, because the whole file stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    // Cached compiled code cannot call import(), so modules are required if possible.
    supported: { 'dynamic-import': false },
    // Functions keep their names unless two in the file are equal. Setting names at run time would slow down each function that a request creates.
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

/** Characters outside ASCII, which esbuild keeps in regular expressions and in tagged templates. */
const BEYOND_ASCII = /[^\0-\x7f]/g;

/**
 * Converts the program to ASCII, which is loaded and stored with one byte per character.
 *
 * @throws Error if a character cannot be escaped
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
