export * from './generated/index.js';
export { griotClient, type GriotOptions } from './runtime.js';
