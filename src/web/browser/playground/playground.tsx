import './workers';
import { HISTORY_PLUGIN, GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import './playground.css';
import { type ComponentProps, StrictMode, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EXAMPLES_PLUGIN } from './examples-plugin';
import { LoginBar } from './login-bar';
import { sendOperation, storedSession, storeSession, TAB_STORAGE, type Session } from './session';

type Fetcher = Parameters<typeof GraphiQL>[0]['fetcher'];

const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];

/** The JSON types that the editor accepts in variables for scalars of the schema. Free JSON may also be an object. */
const SCALAR_SCHEMAS: NonNullable<ComponentProps<typeof GraphiQL>['customScalarSchemas']> = {
  JSON: { type: ['object', 'array', 'string', 'number', 'boolean'] },
  JSONObject: { type: 'object' },
  SafeInt: { type: 'integer' },
  EmailAddress: { type: 'string' },
};

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
        dictionaryPublicId
        translation(language: "en")
      }
    }
  }
}
`;

/** Returns a parameter of the page URL, to which `/graphql` redirects with its query. */
function addressed(name: string): string | undefined {
  return new URLSearchParams(location.search).get(name) ?? undefined;
}

function Playground() {
  const [session, setSession] = useState(storedSession);

  const change = useCallback((next: Session | undefined): void => {
    if (storedSession() !== undefined) void sendOperation({ query: 'mutation { logOut { endedSessions } }' });
    storeSession(next);
    setSession(next);
  }, []);
  // GraphiQL would read the schema again for a new function.
  const fetcher = useCallback<Fetcher>(
    (operation, options) => sendOperation(operation, options?.headers),
    [],
  );
  const query = addressed('query');
  const variables = addressed('variables');

  return (
    <>
      <LoginBar session={session} onChange={change} />
      <main className="stage">
        <GraphiQL
          fetcher={fetcher}
          plugins={PLUGINS}
          storage={TAB_STORAGE}
          customScalarSchemas={SCALAR_SCHEMAS}
          defaultQuery={FIRST_QUERY}
          defaultEditorToolsVisibility="variables"
          shouldPersistHeaders
          {...(query === undefined ? {} : { initialQuery: query })}
          {...(variables === undefined ? {} : { initialVariables: variables })}
        >
          {/* The bar above says where one is. */}
          <GraphiQL.Logo>
            <span />
          </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  );
}

const root = document.getElementById('playground');
if (root) {
  // The editor measures its font when it is created, so the font has to be loaded first.
  void document.fonts.load('1rem "Fira Code"').finally(() => {
    createRoot(root).render(
      <StrictMode>
        <Playground />
      </StrictMode>,
    );
  });
}
