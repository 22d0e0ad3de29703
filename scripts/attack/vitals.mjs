import { setTimeout as sleep } from 'node:timers/promises';
import { engineOf, ownMegabytes, processorTime } from '../support/process-use.mjs';

/** Milliseconds between two measurements. */
const INTERVAL = 100;

/** Maximum processor time of an idle server in one interval, in milliseconds, and number of intervals for which it must be idle. */
const AT_REST = 15;
const CALM_INTERVALS = 3;

/** Maximum time to wait for an idle server, in milliseconds. A busy machine needs many times longer than an idle one. */
const LONGEST = 60_000;

/** Watches the processes of a server: whether they run, and how much memory they use. Linux only. */
export class Vitals {
  constructor(processes) {
    this.processes = processes;
    this.memory = Object.fromEntries(Object.keys(processes).map((name) => [name, 0]));
    this.ended = new Set();
    this.timer = setInterval(() => this.look(), INTERVAL);
  }

  /** The gateway and its embedded engine, if it has one. */
  static of({ processId }, { dataDir, env }) {
    return new Vitals({ gateway: processId, ...(!env.MONGODB_URI && { engine: engineOf(dataDir) }) });
  }

  look() {
    for (const [name, id] of Object.entries(this.processes)) {
      try {
        const now = ownMegabytes(id);
        this.memory[name] = Math.max(this.memory[name], now || 0);
        // A process that has ended but was not reaped has no memory.
        if (Number.isNaN(now)) this.ended.add(name);
      } catch {
        this.ended.add(name);
      }
    }
  }

  use() {
    return Object.entries(this.processes)
      .map(([name, id]) => {
        try {
          return processorTime(id);
        } catch {
          this.ended.add(name);
          return 0;
        }
      })
      .reduce((sum, time) => sum + time, 0);
  }

  /** Waits until the processes are idle. Resolves to the time that this took, in milliseconds; Infinity if it gave up. */
  async rest() {
    const started = performance.now();
    let calm = 0;
    for (let before = this.use(); calm < CALM_INTERVALS;) {
      if (performance.now() - started > LONGEST) return Infinity;
      await sleep(INTERVAL);
      const now = this.use();
      calm = now - before < AT_REST ? calm + 1 : 0;
      before = now;
    }
    return performance.now() - started - CALM_INTERVALS * INTERVAL;
  }

  end() {
    clearInterval(this.timer);
  }
}
