#!/usr/bin/env node
import { launch } from '../bundle/load-programs';

/** The command `griot`: import, export, dump and other tasks; see `src/cli`. */
launch('griot', 'griot');
