import type { SignalSource } from '../lifecycle/shutdown';
import { DRAIN } from './messages';

/**
 * What ends a worker: a word of its primary, or a signal. A terminal and a service manager signal every process of a
 * group while the primary passes the word on as well, so that only the first of them counts.
 */
export function workerSignals(): SignalSource {
  return {
    on: (signal, listener) => {
      if (signal !== 'SIGTERM') return;
      let isTold = false;
      const tell = (): void => {
        if (!isTold) listener();
        isTold = true;
      };
      process.on('SIGTERM', tell).on('SIGINT', tell);
      process.on('message', (message) => {
        if (message === DRAIN) tell();
      });
    },
    exit: (code) => process.exit(code),
  };
}
