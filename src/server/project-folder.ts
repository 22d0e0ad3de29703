import { join } from 'node:path';

/** The project folder, from the sources as well as from the compiled files. */
export const PROJECT_FOLDER = join(__dirname, '..', '..');
