const TICK_MS = 10;

let time = 0;
let last = performance.now();

/** At most two ticks: what is longer is time in which this process was kept from running. */
const sinceLast = () => Math.min(performance.now() - last, 2 * TICK_MS);

setInterval(() => {
  time += sinceLast();
  last = performance.now();
}, TICK_MS).unref();

/** A clock that does not count the time in which this process is suspended, in milliseconds. */
export function runningTime(): number {
  return time + sinceLast();
}
