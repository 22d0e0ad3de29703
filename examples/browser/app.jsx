// A search page of its own for a Griot server: search as you type, the reason of each hit, and more by cursor.
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider, useQuery } from '@apollo/client/react';
import { relayStylePagination } from '@apollo/client/utilities';
import { useDeferredValue, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './app.css';

const SEARCH = gql`
  query Search($text: String!, $language: String!, $after: String) {
    search(text: $text, first: 10, after: $after) {
      totalCount
      didYouMean
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          match {
            tier
            text
          }
          article {
            id
            headword
            translation(language: $language)
            dictionary {
              id
              shortName
            }
          }
        }
      }
    }
  }
`;

/** Pages of one search become one list in the cache. */
const typePolicies = { Query: { fields: { search: relayStylePagination(['text']) } } };

function clientFor(server) {
  return new ApolloClient({
    link: new HttpLink({ uri: `${server}/graphql` }),
    cache: new InMemoryCache({ typePolicies }),
  });
}

function App() {
  const [server, setServer] = useState(
    new URLSearchParams(location.search).get('server') ?? 'http://localhost:4000',
  );
  const [text, setText] = useState('');
  const [language, setLanguage] = useState('en');
  const client = useMemo(() => clientFor(server), [server]);
  // Typing stays smooth while the list below catches up.
  const wanted = useDeferredValue(text.trim());

  return (
    <ApolloProvider client={client}>
      <h1>Word search</h1>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          Word
          <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <label>
          Translation
          <select value={language} onChange={(event) => setLanguage(event.target.value)}>
            <option value="en">English</option>
            <option value="fr">French</option>
          </select>
        </label>
        <label>
          Server
          <input type="url" value={server} onChange={(event) => setServer(event.target.value)} />
        </label>
      </form>
      {wanted !== '' && <Results text={wanted} language={language} onChoose={setText} />}
    </ApolloProvider>
  );
}

function Results({ text, language, onChoose }) {
  const { data, previousData, error, fetchMore } = useQuery(SEARCH, { variables: { text, language } });
  const { search } = data ?? previousData ?? {};
  if (error) return <p role="alert">{error.message}</p>;
  if (search === undefined) return <p>…</p>;
  const { totalCount, didYouMean, pageInfo, edges } = search;

  return (
    <section aria-label="Results">
      <p role="status">{totalCount === null ? 'Very many articles' : `${totalCount} articles`}</p>
      {didYouMean.map((word) => (
        <button key={word} onClick={() => onChoose(word)}>
          {word}?
        </button>
      ))}
      <ol>
        {edges.map(({ cursor, node: { article, match } }) => (
          <li key={cursor}>
            <b>{article.headword}</b> {article.translation}
            <small>
              {article.dictionary?.shortName} · {match.tier.toLowerCase().replaceAll('_', ' ')}: {match.text}
            </small>
          </li>
        ))}
      </ol>
      {pageInfo.hasNextPage && (
        <button onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}>More</button>
      )}
    </section>
  );
}

createRoot(document.getElementById('root')).render(<App />);
