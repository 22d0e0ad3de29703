/** Alphabets and the letters of languages. Browsers load this file with the first copy of a dictionary, since nothing else needs it. */

export { alphabetOf } from './alphabet';
export { alphabetKey } from './alphabet-key';
export { letterKeysOf } from './letter-keys';
