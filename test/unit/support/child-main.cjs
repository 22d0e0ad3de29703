// A process that serves three small routes; the sources are compiled as they are loaded.
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const swc = {
  module: { type: 'commonjs' },
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
};
require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, swc).code, file);

const express = require('express');
const source = join(__dirname, '../../../src');
const { createLogger } = require(join(source, 'observability/logger.ts'));
const { createLifecycle } = require(join(source, 'server/lifecycle/shutdown.ts'));
const { handlerFor, isForHealth } = require(join(source, 'shared/http.ts'));
const { createHealth } = require(join(source, 'server/lifecycle/health.ts'));
const { serve } = require(join(source, 'server/run-server.ts'));

const logger = createLogger({ logLevel: 'info' });
const lifecycle = createLifecycle();
const app = express()
  .use(handlerFor(isForHealth, createHealth({ probe: () => Promise.resolve(), lifecycle })))
  .get('/quick', (_request, response) => void response.json('quick'))
  .get('/slow', (_request, response) => {
    process.stdin.once('data', () => response.json('slow'));
    console.log('slow was asked');
  })
  .get('/stuck', () => console.log('stuck was asked'));
const onClose = async () => {
  logger.info('closed');
};

serve({ app, config: { host: '127.0.0.1', port: 0 }, logger, lifecycle, onClose }).then(({ url }) => {
  console.log(JSON.stringify({ url }));
});
