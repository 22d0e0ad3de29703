const TICK_MS = 10;

let time = 0;
let last = performance.now();

/** Two ticks. In a longer interval, this process was suspended. */
const sinceLast = () => Math.min(performance.now() - last, 2 * TICK_MS);

setInterval(() => {
  time += sinceLast();
  last = performance.now();
}, TICK_MS).unref();

/** A clock that does not count the time in which this process is suspended, in milliseconds. */
export function runningTime(): number {
  return time + sinceLast();
}
