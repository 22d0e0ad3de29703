import { copyCell, startPostgres } from '../support/postgres.mjs';

/** Languages of translations for which there is a configuration below. */
const LANGUAGES = ['en', 'fr'];

/**
 * The best query known to us: exact, folded, forms, whole translations, prefix, words of translations by their stems, trigrams of
 * headwords and of translations, word similarity for parts of the search text, and running texts.
 */
const SCHEMA = `
create extension unaccent; create extension pg_trgm;
create function plain(t text) returns text language sql immutable parallel safe as $$
  select translate(lower(public.unaccent('public.unaccent', normalize(t, NFC))), 'ŋɲɣʃʒɓɗɖɛǝəƒɩƙɔʊʋƴ''’ʼ‘\`-', 'nngszbddeeefikouvy') $$;
create text search configuration en (copy = english); create text search configuration fr (copy = french);
create text search configuration xx (copy = simple);
alter text search configuration en alter mapping for hword, hword_part, word with unaccent, english_stem;
alter text search configuration fr alter mapping for hword, hword_part, word with unaccent, french_stem;
alter text search configuration xx alter mapping for hword, hword_part, word with unaccent, simple;
create table articles (id text primary key, dictionary text, headword text, forms text[], en text, fr text, other text,
  glosses text[], texts text, plain text, plain_forms text[], vector tsvector, text_vector tsvector);
`;

const INDEXES = `
update articles set plain = plain(headword), plain_forms = array(select plain(f) from unnest(forms) f),
  glosses = array(select plain(trim(regexp_replace(g, '\\(.*?\\)', '', 'g'))) from unnest(glosses) g),
  vector = to_tsvector('en', en) || to_tsvector('fr', replace(fr, '''', ' ')) || to_tsvector('xx', other),
  text_vector = to_tsvector('xx', texts);
create index on articles (plain text_pattern_ops); create index on articles using gin (plain gin_trgm_ops);
create index on articles using gin (plain_forms); create index on articles using gin (glosses);
create index on articles using gin (vector); create index on articles using gin (text_vector);
analyze articles;
create function find(q text, d text) returns setof text language sql stable as $$
  with asked as (select plain(q) as p, plainto_tsquery('en', q) as e, plainto_tsquery('fr', replace(q, '''', ' ')) as f,
    plainto_tsquery('xx', q) as x),
  hits as (
    select id, headword, plain, greatest(
      case when headword = q then 100 when plain = p then 90 when p = any(plain_forms) then 80 else 0 end,
      case when p = any(glosses) then 75 + 5.0 / cardinality(glosses) else 0 end,
      case when vector @@ e or vector @@ f then 50 + 20 * greatest(ts_rank(vector, e, 2), ts_rank(vector, f, 2))
        + 10.0 / (1 + length(vector)) else 0 end,
      case when vector @@ x then 60 + 10.0 / (1 + length(vector)) else 0 end,
      case when length(p) > 1 and plain like p || '%' then 55 - least(20, length(plain) - length(p)) else 0 end,
      case when similarity(plain, p) > 0.4 then 40 * similarity(plain, p) else 0 end,
      case when length(plain) > 3 and word_similarity(plain, p) > 0.7 then 30 * word_similarity(plain, p) * least(1, length(plain) / 5.0) else 0 end,
      case when length(p) > 4 and exists (select 1 from unnest(glosses) g where similarity(g, p) > 0.4)
        then (select 35 * max(similarity(g, p)) from unnest(glosses) g) else 0 end,
      case when text_vector @@ x and numnode(x) > 0 then 15 else 0 end) as score
    from articles, asked where d is null or dictionary = d)
  select id from hits where score > 0 order by score desc, length(plain), headword, id limit 10 $$;
`;

function copyOf(articles) {
  return articles
    .map(({ id, dictionary, headword, forms, glosses, texts }) => {
      const of = (isOf) =>
        glosses
          .filter(({ lang }) => isOf(lang))
          .map(({ content }) => content)
          .join('; ');
      const segments = glosses.flatMap(({ content }) => content.split(/[,;/]/u).map((gloss) => gloss.trim()));
      const columns = [
        id,
        dictionary,
        headword,
        forms,
        of((lang) => lang === 'en'),
        of((lang) => lang === 'fr'),
        of((lang) => !LANGUAGES.includes(lang)),
        segments,
        texts.join(' \u2029 '),
      ];
      return columns.map(copyCell).join('\t');
    })
    .join('\n');
}

const quoted = (text) => (text === null ? 'null' : `'${text.replace(/'/gu, "''")}'`);

/** Searches with a temporary PostgreSQL, which is stopped at the end. */
export function askPostgres(work, articles, queries) {
  const { psql, stop } = startPostgres(work);
  try {
    const columns = 'id, dictionary, headword, forms, en, fr, other, glosses, texts';
    psql(`${SCHEMA}\ncopy articles (${columns}) from stdin;\n${copyOf(articles)}\n\\.\n${INDEXES}`);
    const asked = queries.map(
      ({ query, id_dico: dictionary }, i) =>
        `select ${i} || ' ' || coalesce(string_agg(f, ' '), '') from find(${quoted(query.normalize('NFC'))}, ${quoted(dictionary)}) f;`,
    );
    const lines = psql(asked.join('\n')).split('\n').filter(Boolean);
    return lines.map((line) => line.split(' ').slice(1).filter(Boolean));
  } finally {
    stop();
  }
}
