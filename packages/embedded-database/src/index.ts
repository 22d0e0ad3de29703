/** Client side of the engine: starts an engine or connects to a running one, and states where it stores its data. */
export { openEmbeddedDatabase, type EmbeddedDatabase, type EmbeddedOptions } from './client/launch';
export { compactData } from './client/spawn-engine';
export { dataFileIn } from './store/file/data-file';
