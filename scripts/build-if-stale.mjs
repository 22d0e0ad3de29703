// Compiles src to dist when a source, the compiler settings or the installed packages are newer than the last build.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist', '.built');

function newest(path) {
  if (!existsSync(path)) return 0;
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json'].map((name) => join(root, name));
const isStale = !existsSync(stamp) || Math.max(...inputs.map(newest)) > statSync(stamp).mtimeMs;

if (isStale && existsSync(join(root, 'src'))) {
  console.error('Compiling ...');
  const started = new Date();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { cwd: root, stdio: 'inherit' });
  writeFileSync(stamp, `${started.toISOString()}\n`);
}
