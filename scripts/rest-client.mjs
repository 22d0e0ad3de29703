// Generates clients/rest/src/generated from schema/openapi-operations.json. With --check, only checks that it is current.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'clients/rest/src/generated');
const isCheck = process.argv.includes('--check');
// In the same folder, so that the generator finds the same compiler settings.
const folder = isCheck ? join(root, 'clients/rest/src/.generated') : target;

process.chdir(root);
try {
  await createClient({
    input: join(root, 'schema/openapi-operations.json'),
    logs: { level: 'silent' },
    output: { path: folder, importFileExtension: '.js' },
    plugins: [
      { name: '@hey-api/client-fetch', runtimeConfigPath: '../runtime.js' },
      '@hey-api/typescript',
      '@hey-api/sdk',
    ],
  });
  if (isCheck && !isSame(folder, target)) {
    console.error('clients/rest/src/generated is out of date: run npm run rest-client.');
    process.exitCode = 1;
  }
} finally {
  if (isCheck) rmSync(folder, { recursive: true, force: true });
}

function isSame(generated, before) {
  const [fresh, old] = [generated, before].map((path) => filesIn(path));
  return JSON.stringify(fresh) === JSON.stringify(old);
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return names.sort().map((name) => [name, readFileSync(join(path, name), 'utf8')]);
}
