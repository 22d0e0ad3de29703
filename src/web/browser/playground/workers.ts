/** The editor requests its workers by label. The page contains the URLs of their files. */
const addresses = document.getElementById('playground')?.dataset;

const WORKER_NAMES: Readonly<Record<string, string>> = { graphql: 'graphqlWorker', json: 'jsonWorker' };

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(addresses?.[WORKER_NAMES[label] ?? 'editorWorker'] ?? '', { type: 'module' }),
  },
});
