import { NotReady } from '../lifecycle/not-ready';
import { type CrewMessage, isCrew } from './messages';

/**
 * Hears from the primary how many workers serve.
 *
 * @returns throws NotReady while fewer than half of them serve, or one ends again and again: others should take the load
 */
export function crewProbe(): () => void {
  let crew: CrewMessage | undefined;
  process.on('message', (message) => {
    if (isCrew(message)) crew = message;
  });
  return () => {
    if (crew === undefined) return;
    const { serving, wanted, isLooping } = crew;
    if (2 * serving < wanted) throw new NotReady(`${serving} of ${wanted} processes serve.`);
    if (isLooping) throw new NotReady('A process ends again and again soon after its start.');
  };
}
