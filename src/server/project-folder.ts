import { dirname } from 'node:path';

/** The project folder, from the sources, the compiled files and the file that holds all programs. */
export const PROJECT_FOLDER = dirname(require.resolve('#package'));
