// Compiles the TypeScript of the server, file by file. Types are not checked here.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { transformFileSync } from '@swc/core';

/** What runs in browsers is bundled instead. */
const OF_BROWSERS = join('web', 'browser') + sep;

export function compile(root, folder) {
  const source = join(root, 'src');
  const files = readdirSync(source, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of files.filter((file) => !file.startsWith(OF_BROWSERS))) {
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    const { code, map } = transformFileSync(join(source, name), {
      cwd: root,
      sourceFileName: join(source, name),
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
    writeFileSync(`${target}.map`, map);
  }
}
