import { launch } from './launch';

launch('server', 'NODE_UNIQUE_ID' in process.env ? 'worker' : 'server');
