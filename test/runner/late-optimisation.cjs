const { setFlagsFromString } = require('node:v8');

// Loaded before a program of the project, and by what runs tests. Much of their code runs for a moment and never again, and a quarter of
// the time of all cores went to optimising it. What runs for longer is optimised all the same, a little later.
// V8 of Node 20 alone has this flag.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');
