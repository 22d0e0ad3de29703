// Writes docs/environment.md and .env.example from the table of variables. Build first.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { environmentPage, environmentExample } = createRequire(import.meta.url)(
  '../dist/config/environment-docs.js',
);
const root = new URL('../', import.meta.url);
writeFileSync(new URL('docs/environment.md', root), environmentPage());
writeFileSync(new URL('.env.example', root), environmentExample());
