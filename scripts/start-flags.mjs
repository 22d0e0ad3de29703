import { readFileSync } from 'node:fs';

const { start } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).scripts;

/** What `npm start` tells Node, so that what is measured is what is run. */
export const START_FLAGS = start.match(/(?<=\s)--[\w-]+=\S+/g);
