#!/usr/bin/env node
import { launch } from '../bundle/load-programs';

launch('griot', 'griot');
