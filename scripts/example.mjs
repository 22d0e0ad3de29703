// Builds an example for browsers and serves it until standard input ends. Usage: npm run example -- apollo|browser|relay|urql [PORT]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [name = '', port = '5173'] = process.argv.slice(2);
const folder = join(root, 'examples', name);
if (!existsSync(join(folder, 'app.jsx'))) {
  console.error('Name an example: apollo, browser, relay or urql.');
  process.exit(2);
}
if (name === 'relay') await compileDocuments();

const build = await context({
  entryPoints: [join(folder, 'app.jsx')],
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  outdir: folder,
  write: false,
  define: { 'process.env.NODE_ENV': '"production"', __DEV__: 'false' },
  plugins: [relayDocuments()],
  logLevel: 'warning',
});
const { port: taken } = await build.serve({ servedir: folder, host: '127.0.0.1', port: Number(port) });
console.error(`http://127.0.0.1:${taken}/`);
process.stdin.resume().once('end', () => build.dispose());

async function compileDocuments() {
  const { default: compiler } = await import('relay-compiler');
  mkdirSync(join(folder, '__generated__'), { recursive: true });
  execFileSync(compiler, [join(folder, 'relay.config.json')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Replaces each document in the code by an import of the module that relay-compiler generated, as babel-plugin-relay does. */
function relayDocuments() {
  const document = /graphql`\s*(?:query|mutation|fragment) (\w+)[^`]*`/g;
  return {
    name: 'relay-documents',
    setup: ({ onLoad }) => {
      onLoad({ filter: /examples[/\\]relay[/\\]app\.jsx$/ }, ({ path }) => {
        const names = [];
        const code = readFileSync(path, 'utf8').replace(document, (_, operation) => {
          names.push(operation);
          return operation;
        });
        const imports = names.map(
          (operation) => `import ${operation} from './__generated__/${operation}.graphql.js';`,
        );
        return { contents: `${imports.join('\n')}\n${code}`, loader: 'jsx' };
      });
    },
  };
}
