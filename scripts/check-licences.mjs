// Refuses dependencies whose licences nobody has looked at, by what the lock file says of them.
// Usage: npm run check:licences
import { readFileSync } from 'node:fs';

/** Licences of what the server runs on: they ask for attribution at most. */
const OF_PRODUCT = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Further ones of tools, which are not passed on, and of a font, which may be bundled. */
const OF_TOOLS = [
  ...OF_PRODUCT,
  'CC-BY-4.0',
  'CC0-1.0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
];

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

/** Those of this repository are not dependencies, and neither are the links to them. */
const dependencies = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** Names of the libraries in the file of all programs, as its build lists them. */
const bundled = new Set(
  [
    ...readFileSync(new URL('../dist-program/licences.txt', import.meta.url), 'utf8').matchAll(
      /^(\S+) \d\S* \(.*\)$/gm,
    ),
  ].map(([, name]) => name),
);

const nameOf = (path) => path.replace(/^.*node_modules\//, '');
const isOfProduct = ([path, { dev }]) => !dev || bundled.has(nameOf(path));

const refused = dependencies.filter(
  (one) => !isAllowed(one[1].license ?? 'none', isOfProduct(one) ? OF_PRODUCT : OF_TOOLS),
);
for (const one of refused) {
  const [path, { license = 'none' }] = one;
  console.error(`${nameOf(path)}: ${license} (${isOfProduct(one) ? 'of the product' : 'a tool'})`);
}
if (refused.length > 0) process.exitCode = 1;
else console.log(`The licences of ${dependencies.length} packages are allowed.`);

/** Of licences joined by OR, one is enough; of those joined by AND, all have to be allowed. */
function isAllowed(expression, allowed) {
  const plain = String(expression).replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}
