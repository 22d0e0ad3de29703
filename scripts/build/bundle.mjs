// Bundles the files for browsers. The name of each file contains a hash of its content, and its compressed form (Brotli) is beside it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { minify, version } from '@swc/core';
import { build } from 'esbuild';
import { stripIgnoredCharacters } from 'graphql';

const require = createRequire(import.meta.url);

/** Matches the hash that esbuild inserts before the extension of a name. */
const HASH = /-[A-Z0-9]{8}(?=\.)/;

/** Replaces the import of a GraphQL document by its text without comments. */
const documents = {
  name: 'documents',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.graphql$/ }, ({ path }) => ({
      contents: stripIgnoredCharacters(readFileSync(path, 'utf8')),
      loader: 'text',
    }));
  },
};

/** The font for letters that system fonts often lack, or whose marks they misplace. Its licence is in a file beside it. */
const FONT = '@expo-google-fonts/noto-sans';

/** Letters and marks of African orthographies outside Latin-1: the same as in `unicode-range` of the style sheet. */
const LETTERS = [
  [0x180, 0x36f],
  [0x1dc4, 0x1dc9],
  [0x1e00, 0x1eff],
  [0x25cc, 0x25cc],
  [0x2c60, 0x2c7f],
  [0xa78b, 0xa78c],
];

/** Letters of the pictures that the server draws: all of the Latin, Greek and Cyrillic scripts, phonetic signs and punctuation. */
const LETTERS_OF_PICTURES = [
  [0x20, 0x52f],
  [0x1ab0, 0x1aff],
  [0x1d00, 0x1fff],
  [0x2000, 0x22ff],
  [0x25cc, 0x25cc],
  [0x2c60, 0x2dff],
  [0xa640, 0xa7ff],
  [0xab30, 0xab6f],
  [0xfb00, 0xfb06],
];

/** Creates a subset of the font with these letters and the rules that position their marks. */
const fonts = {
  name: 'fonts',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^griot-sans\.(woff2|ttf|txt)$/ }, ({ path }) => ({ path, namespace: 'font' }));
    onLoad({ filter: /woff2$/, namespace: 'font' }, async () => ({
      contents: await cutFont(LETTERS, 'woff2'),
      loader: 'file',
    }));
    onLoad({ filter: /ttf$/, namespace: 'font' }, async () => ({
      contents: await cutFont(LETTERS_OF_PICTURES, 'sfnt'),
      loader: 'copy',
    }));
    onLoad({ filter: /txt$/, namespace: 'font' }, () => ({
      contents: readFileSync(require.resolve(`${FONT}/LICENSE_FONT`)),
      loader: 'copy',
    }));
  },
};

async function cutFont(ranges, targetFormat) {
  const { default: subset } = await import('subset-font');
  const whole = readFileSync(require.resolve(`${FONT}/400Regular/NotoSans_400Regular.ttf`));
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
  );
  return subset(whole, letters.join(''), { targetFormat });
}

/** Pages load the tables of languages on demand. A single script contains all of them. */
const TABLES = { of: '/search/tables/tables', loaded: 'src/offline/loaded-tables.ts' };

const tablesLater = (root) => ({
  name: 'tables',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/tables$/ }, ({ resolveDir, path }) =>
      join(resolveDir, path).endsWith(TABLES.of) ? { path: join(root, TABLES.loaded) } : undefined,
    );
  },
});

/**
 * Bundles entry points into a folder, with a `manifest.json` that maps source names to names with a hash.
 *
 * @param entries source file by source name without extension
 * @returns the files of this repository that the bundle contains
 */
export async function bundle(root, folder, entries, options = {}) {
  const { splitting = true, isMinifiedAgain = true, isSent = true, hasMarkup = false, ...others } = options;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    outdir: folder,
    publicPath: '/assets',
    bundle: true,
    splitting,
    format: 'esm',
    target: 'es2022',
    minify: true,
    // Letters need fewer bytes than escapes; all files are sent as UTF-8.
    charset: 'utf8',
    // The hash in a name is that of the output of esbuild, from which another version of the second step makes other files.
    ...(isMinifiedAgain && { footer: { js: `/* ${version} */` } }),
    metafile: true,
    legalComments: 'none',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'copy', '.ttf': 'file' },
    plugins: [documents, fonts, ...(splitting ? [tablesLater(root)] : [])],
    // The decorators of domain classes describe a schema, which browsers do not need.
    alias: {
      'type-graphql': 'type-graphql/shim',
      'reflect-metadata': join(root, 'scripts/build/nothing.mjs'),
    },
    logLevel: 'warning',
    ...others,
  });
  const files = Object.keys(metafile.outputs);
  const named = files
    .map((file) => [basename(file).replace(HASH, ''), basename(file)])
    .filter(([name]) => name.replace(/\.\w+$/, '') in entries);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(Object.fromEntries(named), null, 2));
  for (const file of files) {
    if (isMinifiedAgain && file.endsWith('.js')) await minifyAgain(join(root, file), hasMarkup);
    if (isSent) compress(join(root, file));
  }
  // Generated modules have no file. Their names begin with the name of the plugin and a colon.
  return Object.keys(metafile.inputs).filter((file) => !/node_modules\/|^font:/.test(file));
}

/** Minifies the output of esbuild once more by inlining values and functions that are used once, which saves 6 %. */
async function minifyAgain(file, hasMarkup) {
  const options = {
    module: true,
    ecma: 2022,
    compress: { ecma: 2022, passes: 3, unsafe_arrows: true },
    mangle: { toplevel: true },
    // One of them is embedded in a page.
    format: { inline_script: true },
  };
  const once = await minify(readFileSync(file, 'utf8'), options);
  // Inlining makes further inlining possible.
  const { code } = await minify(once.code, options);
  // Only templates still have line breaks. HTML treats a line break with the following indentation as one space.
  writeFileSync(file, hasMarkup ? code.replace(/\n[ \t]+/g, '\n') : code);
}

/** Compresses small files too, because the budget of a device counts the bytes that are sent. */
function compress(file) {
  // The format of the font is compressed.
  if (file.endsWith('.woff2')) return;
  const bytes = readFileSync(file);
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (compressed.length < bytes.length) writeFileSync(`${file}.br`, compressed);
}
