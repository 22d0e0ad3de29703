import './workers';
import { HISTORY_PLUGIN, GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import './playground.css';
import { StrictMode, useCallback, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EXAMPLES_PLUGIN } from './examples-plugin';
import { LoginBar } from './login-bar';
import type { Session } from './session';

type Fetcher = Parameters<typeof GraphiQL>[0]['fetcher'];

const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];

const FIRST_QUERY = `# Griot: dictionaries of African languages.
# On the left: an example for each field.
query Search {
  search(text: "ile", first: 5) {
    totalCount
    nodes {
      match {
        tier
        text
      }
      article {
        headword
        dictionaryId
        translation(language: "en")
      }
    }
  }
}
`;

function Playground() {
  const [session, setSession] = useState<Session>();
  const token = useRef<string>(undefined);

  const change = (next: Session | undefined): void => {
    if (token.current !== undefined)
      void ask({ query: 'mutation { logOut { endedSessions } }' }, { 'X-Access-Token': token.current });
    token.current = next?.token;
    setSession(next);
  };
  // One function for all: a new one would make GraphiQL read the schema again.
  const fetcher = useCallback<Fetcher>((operation, options) => {
    const own = token.current === undefined ? {} : { 'X-Access-Token': token.current };
    return ask(operation, { ...own, ...(options?.headers as Record<string, string> | undefined) });
  }, []);

  return (
    <>
      <LoginBar session={session} onChange={change} />
      <main className="stage">
        <GraphiQL fetcher={fetcher} plugins={PLUGINS} defaultQuery={FIRST_QUERY} shouldPersistHeaders={false}>
          {/* The bar above says where one is. */}
          <GraphiQL.Logo>
            <span />
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  );
}

async function ask(operation: object, headers: Readonly<Record<string, string>>) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(operation),
  });
  return (await response.json()) as { data?: Record<string, unknown> };
}

const root = document.getElementById('playground');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Playground />
    </StrictMode>,
  );
}
