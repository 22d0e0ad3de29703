// Refuses dependencies with licences that are not on the lists below. The lock file states the licence of each package.
// Usage: npm run check:licences
import { readFileSync } from 'node:fs';

/** Allowed licences of libraries of the server. They require at most attribution. */
const OF_PRODUCT = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Further allowed licences of tools, which are not distributed, and of a font, which may be bundled. */
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

/** Packages of this repository, and links to them, are not dependencies. */
const dependencies = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
);

/** Names of the bundled libraries, as the build of `dist-program` lists them. */
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
  (dependency) =>
    !isAllowed(dependency[1].license ?? 'none', isOfProduct(dependency) ? OF_PRODUCT : OF_TOOLS),
);
for (const dependency of refused) {
  const [path, { license = 'none' }] = dependency;
  console.error(`${nameOf(path)}: ${license} (${isOfProduct(dependency) ? 'of the product' : 'a tool'})`);
}
if (refused.length > 0) process.exitCode = 1;
else console.log(`The licences of ${dependencies.length} packages are allowed.`);

/** Whether a licence expression is allowed: one licence of those joined by OR, and all of those joined by AND. */
function isAllowed(expression, allowed) {
  const plain = String(expression).replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.includes(licence)));
}
