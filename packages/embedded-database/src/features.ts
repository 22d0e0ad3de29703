import './commands/engine';

/** The modules that use the tables of the profile fill them, so the whole engine is imported above. */
export { features } from './profile/profile';
