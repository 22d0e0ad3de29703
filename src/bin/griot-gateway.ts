#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// The command `griot-gateway` of the npm package: starts the server with the settings that `npm start` passes to Node
// (docs/production.md). Modules that are imported after them use them.
process.env['NODE_ENV'] ??= 'production';
for (const flag of ['--max-semi-space-size=32', '--max-old-space-size=1536']) setFlagsFromString(flag);

void import('../main.js');
