/** Layers, from the ground up; what each may import. Arrows point down only. */
const may = {
  shared: [],
  embedded: [],
  domain: ['shared'],
  config: ['domain', 'shared'],
  observability: ['config', 'shared'],
  storage: ['domain', 'shared'],
  services: ['storage', 'domain', 'shared'],
  http: ['services', 'observability', 'config', 'shared'],
  graphql: ['http', 'services', 'observability', 'config', 'domain', 'shared'],
  rest: ['shared'],
  openapi: ['rest', 'shared'],
  web: ['shared'],
  formats: ['services', 'domain', 'shared'],
  server: [
    ...['http', 'graphql', 'rest', 'web', 'formats', 'services', 'storage', 'observability', 'config'],
    ...['domain', 'shared', 'embedded'],
  ],
  cli: [
    ...['server', 'openapi', 'graphql', 'rest', 'formats', 'services', 'storage', 'observability', 'config'],
    ...['domain', 'shared', 'embedded'],
  ],
};

/** Dependencies that belong to some layers each. */
const owners = {
  mongoose: ['storage'],
  express: ['web', 'http', 'server'],
  '@apollo/server': ['graphql', 'observability'],
  '@apollo/utils.keyvaluecache': ['graphql'],
  pino: ['observability'],
  'prom-client': ['observability', 'server'],
  lmdb: ['embedded'],
  bson: ['embedded'],
  dataloader: ['graphql', 'storage'],
  commander: ['cli'],
};

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, path: '^src', pathNot: ['^src/main\\.ts$', '\\.d\\.ts$'] },
      to: {},
    },
    ...Object.entries(may).map(([layer, lower]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${[layer, ...lower].join('|')})/` },
    })),
    ...Object.entries(owners).map(([dependency, layers]) => ({
      name: `${dependency.replace(/\W/g, '')}-stays-home`,
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(${layers.join('|')})/` },
      to: { path: `node_modules/${dependency}/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
