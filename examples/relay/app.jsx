// Relay: a list with pages by cursor, a login, and a vote that shows at once. relay-compiler compiles the documents.
import { Suspense, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  graphql,
  RelayEnvironmentProvider,
  useFragment,
  useLazyLoadQuery,
  useMutation,
  usePaginationFragment,
} from 'react-relay';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';

const server = new URLSearchParams(location.search).get('server') ?? 'http://localhost:4000';

/** A new environment for each login, so that nothing of another viewer is in its store. */
function environmentFor(token) {
  const send = async ({ text }, variables) => {
    const response = await fetch(`${server}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { 'X-Access-Token': token }) },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  };
  return new Environment({ network: Network.create(send), store: new Store(new RecordSource()) });
}

function App() {
  const [login, setLogin] = useState();
  const environment = useMemo(() => environmentFor(login?.token), [login]);
  return (
    <RelayEnvironmentProvider environment={environment}>
      <h1>Articles</h1>
      {login ? <p role="status">Logged in as {login.name}</p> : <LoginForm onLogin={setLogin} />}
      <Suspense fallback="…">
        <Articles key={login?.name} canVote={login !== undefined} />
      </Suspense>
    </RelayEnvironmentProvider>
  );
}

function LoginForm({ onLogin }) {
  const [problem, setProblem] = useState();
  const [logIn] = useMutation(graphql`
    mutation appLogInMutation($username: String!, $password: String!) {
      logIn(username: $username, password: $password) {
        login {
          token
        }
      }
    }
  `);
  const submit = (event) => {
    event.preventDefault();
    const variables = Object.fromEntries(new FormData(event.currentTarget));
    logIn({
      variables,
      onCompleted: (data, errors) => {
        if (data.logIn) onLogin({ name: variables.username, token: data.logIn.login.token });
        else setProblem(errors?.[0]?.message);
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form onSubmit={submit}>
      <input name="username" aria-label="Name" required />
      <input name="password" type="password" aria-label="Password" required />
      <button>Log in</button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}

function Articles({ canVote }) {
  const query = useLazyLoadQuery(
    graphql`
      query appQuery {
        ...app_articles
      }
    `,
    {},
  );
  const { data, hasNext, loadNext } = usePaginationFragment(
    graphql`
      fragment app_articles on Query
      @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" })
      @refetchable(queryName: "appPageQuery") {
        articles(first: $count, after: $cursor) @connection(key: "app_articles") {
          totalCount
          edges {
            node {
              id
              ...app_article
            }
          }
        }
      }
    `,
    query,
  );
  return (
    <section aria-label="Articles">
      <p>{data.articles.totalCount} articles</p>
      <ol>
        {data.articles.edges.map(({ node }) => (
          <Article key={node.id} article={node} canVote={canVote} />
        ))}
      </ol>
      {hasNext && <button onClick={() => loadNext(10)}>More</button>}
    </section>
  );
}

function Article({ article, canVote }) {
  const { id, headword, translation, likeCount, viewerVote } = useFragment(
    graphql`
      fragment app_article on Article {
        id
        headword
        translation(language: "en")
        likeCount
        viewerVote
      }
    `,
    article,
  );
  const [vote] = useMutation(graphql`
    mutation appVoteMutation($id: ID!, $vote: Vote!) {
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
  `);
  const isLiked = viewerVote === 'LIKE';
  const toggle = () => {
    const next = isLiked ? 'NONE' : 'LIKE';
    vote({
      variables: { id, vote: next },
      // Shown until the server answers, and taken back if it refuses.
      optimisticResponse: {
        voteOnArticle: {
          article: { id, likeCount: likeCount + (isLiked ? -1 : 1), viewerVote: next },
          userErrors: [],
        },
      },
    });
  };
  return (
    <li>
      <b>{headword}</b> {translation}{' '}
      <button aria-pressed={isLiked} disabled={!canVote} onClick={toggle}>
        {likeCount} likes
      </button>
    </li>
  );
}

createRoot(document.getElementById('root')).render(<App />);
