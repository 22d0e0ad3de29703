#!/usr/bin/env node
import { runGriot } from './program';

// A reader that stops early (`| head`) closes the pipe. The command still runs to its end and returns its exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void runGriot(process.argv.slice(2));
