import './commands/engine';

/** The tables of the profile are filled by the modules that look things up in them: by those of the whole engine, above. */
export { features } from './profile/profile';
