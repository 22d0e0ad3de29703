import { join } from 'node:path';

/** The folder of the project, seen from the sources as well as from their compiled form. */
export const PROJECT_FOLDER = join(__dirname, '..', '..');
