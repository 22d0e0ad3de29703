// The plain articles in PostgreSQL, in tables as for PostGraphile.
import { copyCell, startPostgres } from '../support/postgres.mjs';

const TABLES = `create table articles (
  id_dico text, id_article int, public_id text, headword text, radical text, article json, place text,
  primary key (id_dico, id_article));
create function articles_entry(articles) returns json language sql stable as $$ select $1.article -> 'entry' $$;
`;

const COLUMNS = ['id_dico', 'id_article', 'public_id', 'headword', 'radical', 'article', 'place'];

/**
 * Starts PostgreSQL with the articles. It stops when this process ends.
 *
 * @returns the folder of its socket
 */
export function writeTables(work, documents) {
  const { home, psql, stop } = startPostgres(work);
  // It must stop before the folder of its data is removed.
  process.prependListener('exit', stop);
  const rows = documents.map((document) =>
    COLUMNS.map((name) =>
      copyCell(name === 'article' ? JSON.stringify(document.article) : document[name]),
    ).join('\t'),
  );
  psql(
    `${TABLES}copy articles (${COLUMNS.join(', ')}) from stdin;\n${rows.join('\n')}\n\\.\ncreate index on articles (id_dico, place);\nanalyze articles;\n`,
  );
  // For a server that creates its own tables.
  psql('create database directus;\ncreate database strapi;\n');
  return home;
}
