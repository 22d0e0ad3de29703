// The plain articles in PostgreSQL, as one would set them up for PostGraphile, whose package is installed for the run alone: it is
// compared with, and needed by nothing else.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCell, startPostgres } from '../support/postgres.mjs';

const POSTGRAPHILE = '4.14.1';

const TABLES = `create table articles (
  id_dico text, id_article int, public_id text, headword text, radical text, article json, place text,
  primary key (id_dico, id_article));
create function articles_entry(articles) returns json language sql stable as $$ select $1.article -> 'entry' $$;
`;

const COLUMNS = ['id_dico', 'id_article', 'public_id', 'headword', 'radical', 'article', 'place'];

/**
 * Starts a PostgreSQL with the articles; it is stopped when this process ends.
 *
 * @returns what the server of the benchmark must know
 */
export function writeTables(work, documents) {
  const { home, psql, stop } = startPostgres(work);
  // Before the folder of its data is removed.
  process.prependListener('exit', stop);
  const rows = documents.map((document) =>
    COLUMNS.map((name) =>
      copyCell(name === 'article' ? JSON.stringify(document.article) : document[name]),
    ).join('\t'),
  );
  psql(
    `${TABLES}copy articles (${COLUMNS.join(', ')}) from stdin;\n${rows.join('\n')}\n\\.\ncreate index on articles (id_dico, place);\nanalyze articles;\n`,
  );
  const packages = join(work, 'packages');
  mkdirSync(packages);
  writeFileSync(join(packages, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `postgraphile@${POSTGRAPHILE}`], {
    cwd: packages,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { BENCH_POSTGRES: home, BENCH_PACKAGES: join(packages, 'package.json') };
}
