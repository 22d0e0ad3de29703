/** The editor asks for its workers by label; the page knows the addresses of their files. */
const addresses = document.getElementById('playground')?.dataset;

const NAMES: Readonly<Record<string, string>> = { graphql: 'graphqlWorker', json: 'jsonWorker' };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(addresses?.[NAMES[label] ?? 'editorWorker'] ?? '', { type: 'module' }),
  },
});
