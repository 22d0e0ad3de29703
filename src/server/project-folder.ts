import { dirname } from 'node:path';

/** The folder of the project, whether the code runs from the sources, from the compiled files or from the bundled programs. */
export const PROJECT_FOLDER = dirname(require.resolve('#package'));
