// Apollo Client: a list with pages by cursor, a login, and a vote that shows at once.
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ApolloProvider, useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { relayStylePagination } from '@apollo/client/utilities';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const ARTICLES = gql`
  query Articles($after: String) {
    articles(first: 10, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
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
let token;

const authorise = new SetContextLink(({ headers }) => ({
  headers: token === undefined ? headers : { ...headers, 'X-Access-Token': token },
}));
const client = new ApolloClient({
  link: ApolloLink.from([authorise, new HttpLink({ uri: `${server}/graphql` })]),
  // Pages become one list in the cache.
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { articles: relayStylePagination() } } } }),
});

function App() {
  const [name, setName] = useState();
  return (
    <>
      <h1>Articles</h1>
      {name === undefined ? <LoginForm onLogin={setName} /> : <p role="status">Logged in as {name}</p>}
      <Articles canVote={name !== undefined} />
    </>
  );
}

function LoginForm({ onLogin }) {
  const [logIn, { error }] = useMutation(LOG_IN);
  const apollo = useApolloClient();
  const submit = async (event) => {
    event.preventDefault();
    const variables = Object.fromEntries(new FormData(event.currentTarget));
    const { data } = await logIn({ variables }).catch(() => ({}));
    if (!data?.logIn) return;
    token = data.logIn.login.token;
    onLogin(variables.username);
    // What the list says of the viewer is read again.
    await apollo.refetchQueries({ include: [ARTICLES] });
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
  const { data, error, fetchMore } = useQuery(ARTICLES);
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
      {pageInfo.hasNextPage && (
        <button onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}>More</button>
      )}
    </section>
  );
}

function Article({ article, canVote }) {
  const [vote, { error }] = useMutation(VOTE);
  const { id, headword, translation, likeCount, viewerVote } = article;
  const isLiked = viewerVote === 'LIKE';
  const toggle = () =>
    vote({
      variables: { id, vote: isLiked ? 'NONE' : 'LIKE' },
      // Shown until the server answers, and taken back if it refuses.
      optimisticResponse: {
        voteOnArticle: {
          __typename: 'VoteOnArticlePayload',
          article: {
            __typename: 'Article',
            id,
            likeCount: likeCount + (isLiked ? -1 : 1),
            viewerVote: isLiked ? 'NONE' : 'LIKE',
          },
          userErrors: [],
        },
      },
    }).catch(() => undefined);
  return (
    <li>
      <b>{headword}</b> {translation}{' '}
      <button aria-pressed={isLiked} disabled={!canVote} onClick={toggle}>
        {likeCount} likes
      </button>
      {error && <span role="alert">{error.message}</span>}
    </li>
  );
}

createRoot(document.getElementById('root')).render(
  <ApolloProvider client={client}>
    <App />
  </ApolloProvider>,
);
