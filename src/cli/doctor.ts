import { commandLine, run } from './command';
import { examine } from './examine';

const USAGE = `Usage: npm run doctor

Looks the configuration and the whole database over, beside gateways that run, and writes nothing: format, indexes, what is
derived from articles, totals, counters, votes, lists. Each problem is a sentence that says what to do about it. It ends with
0 when nothing is wrong, else with 1.

  --repair   put right what can be made anew from what is stored: npm run repair
  --help     show this text`;

const { values } = commandLine({
  usage: USAGE,
  options: { repair: { type: 'boolean', default: false } },
});
run(() => examine(values.repair));
