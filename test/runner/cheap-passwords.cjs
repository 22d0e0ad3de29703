const Module = require('node:module');

// Loaded before a program of the project, and by what runs tests. At its real cost, a hash takes 30 ms of a core, and each file of tests
// that logs in needs several. What a hash has cost to make stands in it, and is what comparing with it costs.

const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

const loadNative = Module._extensions['.node'];

Module._extensions['.node'] = (module, filename) => {
  loadNative(module, filename);
  if (!/[\\/]argon2\.[^\\/]*$/.test(filename)) return;
  const { hash } = module.exports;
  module.exports.hash = (password, cost) =>
    hash(password, process.env.PASSWORD_COST === 'real' ? cost : CHEAP);
};
