import { parseArgs } from 'node:util';
import { examine } from './examine';
import { leave } from './leave';

const USAGE = `Usage: npm run doctor

Looks the configuration and the whole database over, beside gateways that run, and writes nothing: format, indexes, what is
derived from articles, totals, counters, votes, lists. Each problem is a sentence that says what to do about it. It ends with
0 when nothing is wrong, else with 1.

  --repair   put right what can be made anew from what is stored: npm run repair
  --help     show this text`;

const { repair: mends } = options();
void examine(mends);

function options(): { readonly repair: boolean } {
  try {
    const { values } = parseArgs({
      options: { repair: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return values.help ? leave(USAGE, 0) : values;
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, 2);
  }
}
