#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';

// What `npm start` gives to Node: docs/production.md says why. Whatever is loaded after this sees it.
process.env['NODE_ENV'] ??= 'production';
for (const flag of ['--max-semi-space-size=32', '--max-old-space-size=1536']) setFlagsFromString(flag);

void import('../main.js');
