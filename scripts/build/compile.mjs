// Compiles the TypeScript of the server, file by file. Types are not checked here.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { transformFileSync } from '@swc/core';

/** Files for browsers are bundled instead. */
const OF_BROWSERS = join('web', 'browser') + sep;

/** Compiles a folder of sources into another folder; both are absolute. @param root folder with .swcrc */
export function compile(root, sources, folder) {
  const files = readdirSync(sources, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of files.filter((file) => !file.startsWith(OF_BROWSERS))) {
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    const { code, map } = transformFileSync(join(sources, name), {
      cwd: root,
      sourceFileName: join(sources, name),
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
    writeFileSync(`${target}.map`, map);
  }
}
