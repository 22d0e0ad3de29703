// urql with its normalised cache: a list with pages by cursor, a login, and a vote that shows at once.
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Client, fetchExchange, gql, Provider, useMutation, useQuery } from 'urql';

const ARTICLES = gql`
  query Articles($after: String) {
    articles(first: 10, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
          headword
          translation(language: "en")
          likeCount
          viewerVote
        }
      }
    }
  }
`;

const VOTE = gql`
  mutation Vote($id: ID!, $vote: Vote!) {
    voteOnArticle(id: $id, vote: $vote) {
      article {
        id
        likeCount
        viewerVote
      }
      userErrors {
        message
      }
    }
  }
`;

const LOG_IN = gql`
  mutation LogIn($username: String!, $password: String!) {
    logIn(username: $username, password: $password) {
      login {
        token
      }
    }
  }
`;

const server = new URLSearchParams(location.search).get('server') ?? 'http://localhost:4000';

/** Objects without an identifier belong to the field that has them. */
const NO_KEY = () => null;

/** A new client for each login, so that nothing of another viewer is in its cache. */
function clientFor(token) {
  return new Client({
    url: `${server}/graphql`,
    fetchOptions: token === undefined ? {} : { headers: { 'X-Access-Token': token } },
    exchanges: [
      cacheExchange({
        keys: { UserLogin: NO_KEY, LogInPayload: NO_KEY, VoteOnArticlePayload: NO_KEY },
        // Pages become one list in the cache.
        resolvers: { Query: { articles: relayPagination() } },
        // Shown until the server answers, and taken back if it refuses.
        optimistic: {
          voteOnArticle: ({ id, vote }, cache) => ({
            __typename: 'VoteOnArticlePayload',
            article: {
              __typename: 'Article',
              id,
              likeCount:
                (cache.resolve({ __typename: 'Article', id }, 'likeCount') ?? 0) + (vote === 'LIKE' ? 1 : -1),
              viewerVote: vote,
            },
            userErrors: [],
          }),
        },
      }),
      fetchExchange,
    ],
  });
}

function App() {
  const [login, setLogin] = useState();
  const client = useMemo(() => clientFor(login?.token), [login]);
  return (
    <Provider value={client}>
      <h1>Articles</h1>
      {login ? <p role="status">Logged in as {login.name}</p> : <LoginForm onLogin={setLogin} />}
      <Articles key={login?.name} canVote={login !== undefined} />
    </Provider>
  );
}

function LoginForm({ onLogin }) {
  const [{ error }, logIn] = useMutation(LOG_IN);
  const submit = async (event) => {
    event.preventDefault();
    const variables = Object.fromEntries(new FormData(event.currentTarget));
    const { data } = await logIn(variables);
    if (data?.logIn) onLogin({ name: variables.username, token: data.logIn.login.token });
  };
  return (
    <form onSubmit={submit}>
      <input name="username" aria-label="Name" required />
      <input name="password" type="password" aria-label="Password" required />
      <button>Log in</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}

function Articles({ canVote }) {
  const [after, setAfter] = useState();
  const [{ data, error }] = useQuery({ query: ARTICLES, variables: { after } });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <p>…</p>;
  const { edges, pageInfo, totalCount } = data.articles;
  return (
    <section aria-label="Articles">
      <p>{totalCount} articles</p>
      <ol>
        {edges.map(({ node }) => (
          <Article key={node.id} article={node} canVote={canVote} />
        ))}
      </ol>
      {pageInfo.hasNextPage && <button onClick={() => setAfter(pageInfo.endCursor)}>More</button>}
    </section>
  );
}

function Article({ article, canVote }) {
  const [{ error }, vote] = useMutation(VOTE);
  const { id, headword, translation, likeCount, viewerVote } = article;
  const isLiked = viewerVote === 'LIKE';
  return (
    <li>
      <b>{headword}</b> {translation}{' '}
      <button
        aria-pressed={isLiked}
        disabled={!canVote}
        onClick={() => vote({ id, vote: isLiked ? 'NONE' : 'LIKE' })}
      >
        {likeCount} likes
      </button>
      {error && <span role="alert">{error.message}</span>}
    </li>
  );
}

createRoot(document.getElementById('root')).render(<App />);
