/** Layers, from the ground up; what each may import. Arrows point down only. */
const may = {
  shared: [],
  embedded: [],
  domain: ['shared'],
  storage: ['domain', 'shared'],
  services: ['storage', 'domain', 'shared'],
  graphql: ['services', 'domain', 'shared'],
  rest: ['shared'],
  web: ['shared'],
  formats: ['services', 'domain', 'shared'],
  app: ['graphql', 'rest', 'web', 'formats', 'services', 'storage', 'domain', 'shared', 'embedded'],
  cli: ['app', 'graphql', 'rest', 'formats', 'services', 'storage', 'domain', 'shared', 'embedded'],
};

/** Dependencies that belong to one room each. */
const owners = {
  mongoose: ['storage'],
  express: ['web', 'app'],
  '@apollo/server': ['app'],
  '@apollo/utils.keyvaluecache': ['app'],
  pino: ['app'],
  'prom-client': ['app'],
  lmdb: ['embedded'],
  bson: ['embedded'],
  dataloader: ['graphql', 'storage'],
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
