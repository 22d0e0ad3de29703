import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import { useEffect, useState } from 'react';
import type { Example } from '../../playground/examples';

const KINDS = [
  ['query', 'Queries'],
  ['mutation', 'Mutations'],
] as const;

/** An example operation for every root field, each opened in a tab of its own. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: ExamplesIcon, content: Examples };

function Examples() {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const actions = useGraphiQLActions();

  useEffect(() => {
    void fetch('/playground/examples.json')
      .then((response) => response.json())
      .then(setExamples);
  }, []);

  const open = ({ query, variables }: Example): void => {
    actions.addTab();
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
  };

  return (
    <section aria-label="Examples" className="examples">
      <h2>Examples</h2>
      {KINDS.map(([kind, title]) => (
        <div key={kind}>
          <h3>{title}</h3>
          <ul>
            {examples
              .filter((example) => example.kind === kind)
              .map((example) => (
                <li key={example.name}>
                  <button
                    type="button"
                    onClick={() => {
                      open(example);
                    }}
                  >
                    {example.name}
                  </button>
                  <p>{example.description}</p>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5h16M4 12h10M4 19h7" />
      <path d="m17 14 4 3-4 3z" fill="currentColor" />
    </svg>
  );
}
