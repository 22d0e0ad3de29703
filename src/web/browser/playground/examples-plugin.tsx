import { useGraphiQL, useGraphiQLActions, type GraphiQLPlugin } from '@graphiql/react';
import { useEffect, useState } from 'react';
import type { ExampleOperation } from '../../playground/examples';
import { prepareExample } from './prepare-example';
import { askAsCaller } from './session';

const ROLE_LABELS = [
  ['', 'All roles'],
  ['anonymous', 'Without a login'],
  ['user', 'For users'],
  ['admin', 'For admins'],
  ['application', 'For applications'],
  ['platform', 'For the platform'],
] as const;

/** A plugin with an example operation for every root field. Each opens in a new tab. */
export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: 'Examples', icon: ExamplesIcon, content: Examples };

function Examples() {
  const [examples, setExamples] = useState<readonly ExampleOperation[]>([]);
  const [text, setText] = useState('');
  const [role, setRole] = useState('');
  const open = useOpening();

  useEffect(() => {
    void fetch('/playground/examples.json')
      .then((response) => response.json())
      .then(setExamples);
  }, []);

  const shown = examples.filter(
    (example) => isAbout(example, text) && (role === '' || example.roles.some((allowed) => allowed === role)),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <section aria-label="Examples" className="examples">
      <h2>Examples</h2>
      <Filter text={text} setText={setText} role={role} setRole={setRole} />
      <p role="status">{shown.length === 1 ? '1 example' : `${shown.length} examples`}</p>
      {groups.map((group) => (
        <ExampleGroup
          key={group}
          title={group}
          examples={shown.filter((example) => example.group === group)}
          open={open}
        />
      ))}
    </section>
  );
}

interface FilterProps {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly role: string;
  readonly setRole: (role: string) => void;
}

function Filter({ text, setText, role, setRole }: FilterProps) {
  return (
    <div className="examples-filter">
      <input
        type="search"
        aria-label="Find an example"
        placeholder="Find an example"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <select
        aria-label="Who may run it"
        value={role}
        onChange={(event) => {
          setRole(event.target.value);
        }}
      >
        {ROLE_LABELS.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ExampleGroupProps {
  readonly title: string;
  readonly examples: readonly ExampleOperation[];
  readonly open: (example: ExampleOperation) => void;
}

function ExampleGroup({ title, examples, open }: ExampleGroupProps) {
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {examples.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              onClick={() => {
                open(example);
              }}
            >
              {example.name}
            </button>
            {example.kind === 'mutation' && <span className="examples-writes">writes</span>}
            <p>{example.description}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function isAbout({ name, description, group }: ExampleOperation, text: string): boolean {
  const searched = `${name} ${description} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Returns a function that opens an example with values found on this server, and shows its variables. */
function useOpening(): (example: ExampleOperation) => void {
  const queryEditor = useGraphiQL((state) => state.queryEditor);
  const variableEditor = useGraphiQL((state) => state.variableEditor);
  const actions = useGraphiQLActions();
  return (example) => {
    void prepareExample(example, askAsCaller).then(({ query, variables }) => {
      actions.addTab();
      queryEditor?.setValue(query);
      const isEmpty = Object.keys(variables).length === 0;
      variableEditor?.setValue(isEmpty ? '' : JSON.stringify(variables, null, 2));
      if (!isEmpty) document.querySelector<HTMLElement>('[data-name="variables"]')?.click();
    });
  };
}

function ExamplesIcon() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M4 5h16M4 12h10M4 19h7" />
      <path d="m17 14 4 3-4 3z" fill="currentColor" />
    </svg>
  );
}
