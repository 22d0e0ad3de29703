/** Layers, from the ground up; what each may import. Arrows point down only. The embedded database is a package. */
const may = {
  shared: [],
  'embedded-database': [],
  domain: ['shared'],
  config: ['domain', 'shared'],
  observability: ['config', 'shared'],
  storage: ['domain', 'shared'],
  services: ['storage', 'domain', 'shared'],
  http: ['services', 'observability', 'config', 'shared'],
  graphql: ['http', 'services', 'observability', 'config', 'domain', 'shared'],
  rest: ['shared'],
  openapi: ['rest', 'shared'],
  // Runs in browsers: of the services, only the search.
  offline: ['domain', 'shared'],
  web: ['offline', 'shared'],
  formats: ['services', 'domain', 'shared'],
  server: [
    ...['http', 'graphql', 'rest', 'web', 'formats', 'services', 'storage', 'observability', 'config'],
    ...['domain', 'shared', 'embedded-database'],
  ],
  cli: [
    ...['server', 'openapi', 'graphql', 'rest', 'formats', 'services', 'storage', 'observability', 'config'],
    ...['domain', 'shared'],
  ],
};

/** Parts of other layers that a layer may import. */
const also = { offline: ['^src/services/search/'] };

/** Dependencies that belong to some layers each. */
const owners = {
  mongoose: ['storage'],
  express: ['web', 'http', 'server'],
  '@apollo/server': ['graphql', 'observability'],
  '@apollo/utils.keyvaluecache': ['graphql'],
  pino: ['observability'],
  'prom-client': ['observability', 'server'],
  lmdb: ['embedded-database'],
  bson: ['embedded-database'],
  dataloader: ['graphql', 'storage'],
  commander: ['cli'],
  harfbuzzjs: ['web'],
};

/** Code that runs in the product: the layers in `src`, and the packages. */
const PRODUCT = '^(src|packages/[^/]+/src)/';
const foldersOf = (layers) => `^(src|packages)/(${layers.join('|')})/`;

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: { orphan: true, path: PRODUCT, pathNot: ['^src/main\\.ts$', '\\.d\\.ts$'] },
      to: {},
    },
    ...Object.entries(may).map(([layer, lower]) => ({
      name: `layer-${layer}`,
      severity: 'error',
      from: { path: foldersOf([layer]) },
      to: {
        path: '^(src|packages|test|scripts)/',
        pathNot: [foldersOf([layer, ...lower]), ...(also[layer] ?? [])],
      },
    })),
    {
      name: 'packages-by-their-entries',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^packages/', pathNot: '^packages/[^/]+/src/index\\.ts$' },
    },
    {
      name: 'packages-without-their-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^packages/[^/]+/test/' },
    },
    ...Object.entries(owners).map(([dependency, layers]) => ({
      name: `${dependency.replace(/\W/g, '')}-stays-home`,
      severity: 'error',
      from: { path: PRODUCT, pathNot: foldersOf(layers) },
      to: { path: `node_modules/${dependency}/` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Packages of this repository give their sources to whoever asks for types.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'require', 'node', 'default'],
    },
  },
};
