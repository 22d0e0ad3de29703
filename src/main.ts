import { launch } from './bundle/load-programs';

launch('server', 'NODE_UNIQUE_ID' in process.env ? 'worker' : 'server');
