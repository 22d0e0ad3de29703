/** The client's side: to start an engine or join the one that runs, and to know where it keeps its data. */
export { openEmbeddedDatabase, type EmbeddedDatabase, type EmbeddedOptions } from './client/launch';
export { compactData } from './client/spawn-engine';
export { dataFileIn } from './store/file/data-file';
