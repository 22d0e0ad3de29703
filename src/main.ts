import { launch } from './bundle/load-programs';

/** `npm start` and the Docker image run this file: the server, or one of its workers. */
launch('server', 'NODE_UNIQUE_ID' in process.env ? 'worker' : 'server');
