// Bundles what browsers load. Every file is named after its content, and lies beside its compressed form.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { minify, version } from '@swc/core';
import { build } from 'esbuild';
import { stripIgnoredCharacters } from 'graphql';

const require = createRequire(import.meta.url);

/** What esbuild puts between a name and its ending. */
const HASH = /-[A-Z0-9]{8}(?=\.)/;

/** A document becomes its text, without what people alone read. */
const documents = {
  name: 'documents',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.graphql$/ }, ({ path }) => ({
      contents: stripIgnoredCharacters(readFileSync(path, 'utf8')),
      loader: 'text',
    }));
  },
};

/** The font of letters that fonts of systems often lack or set marks beside; its licence is in a file beside it. */
const FONT = '@expo-google-fonts/noto-sans';

/** Letters and marks of African orthographies beyond Latin-1: the same as in `unicode-range` of the style. */
const LETTERS = [
  [0x180, 0x36f],
  [0x1dc4, 0x1dc9],
  [0x1e00, 0x1eff],
  [0x25cc, 0x25cc],
  [0x2c60, 0x2c7f],
  [0xa78b, 0xa78c],
];

/** Letters of the pictures that the server draws: all of the Latin, Greek and Cyrillic scripts, signs of phonetics, and punctuation. */
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

/** Cuts the letters out of the font, with the rules that place marks on and under them. */
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

/** Pages load the tables of languages when they need them; one script that stands alone has them all. */
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
 * Bundles entry points into a folder, with `manifest.json` from plain names to those with a hash.
 *
 * @param entries from plain name without ending to source file
 * @returns the files of ours that went into it
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
    // Letters as they are take fewer bytes than their codes; all files are sent as UTF-8.
    charset: 'utf8',
    // Names of files hold the hash of what is made here: of the same, another version of the second step makes something else.
    ...(isMinifiedAgain && { footer: { js: `/* ${version} */` } }),
    metafile: true,
    legalComments: 'none',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'copy', '.ttf': 'file' },
    plugins: [documents, fonts, ...(splitting ? [tablesLater(root)] : [])],
    // Classes of the domain describe a schema, which browsers do not need.
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
  // What is made here has no file of its own, and names its maker before a colon.
  return Object.keys(metafile.inputs).filter((file) => !/node_modules\/|^font:/.test(file));
}

/** What esbuild has joined and shortened becomes shorter by 6 % when values and functions that are used once are put in their place. */
async function minifyAgain(file, hasMarkup) {
  const options = {
    module: true,
    ecma: 2022,
    compress: { ecma: 2022, passes: 3, unsafe_arrows: true },
    mangle: { toplevel: true },
    // One of them stands within a page.
    format: { inline_script: true },
  };
  const once = await minify(readFileSync(file, 'utf8'), options);
  // What was put in place of its name makes more of this possible.
  const { code } = await minify(once.code, options);
  // Line breaks stand in templates alone now, and HTML takes a line break and what indents the next line for one space.
  writeFileSync(file, hasMarkup ? code.replace(/\n[ \t]+/g, '\n') : code);
}

/** Small files too: what a device keeps is counted in the bytes that are sent. */
function compress(file) {
  // It is compressed in itself.
  if (file.endsWith('.woff2')) return;
  const bytes = readFileSync(file);
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (compressed.length < bytes.length) writeFileSync(`${file}.br`, compressed);
}
