const { createTransformer } = require('@swc/jest');

const swc = createTransformer();

/** What an export is defined with: a getter that stays for ever. */
const EXPORT = /enumerable: true,(?=\s+get: )/g;

/** The compiler of the build; but what a module exports can be replaced, and put back, while the module stays loaded. */
module.exports = {
  ...swc,
  getCacheKey: (...given) => `${swc.getCacheKey(...given)}-replaceable`,
  process(...given) {
    const compiled = swc.process(...given);
    return { ...compiled, code: compiled.code.replace(EXPORT, '$& configurable: true,') };
  },
};
