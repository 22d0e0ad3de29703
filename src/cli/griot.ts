#!/usr/bin/env node
import { launch } from '../launch';

launch('griot', 'griot');
