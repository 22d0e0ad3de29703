import { setTimeout as sleep } from 'node:timers/promises';
import { engineOf, ownMegabytes, processorTime } from '../support/process-use.mjs';

/** Milliseconds between two looks. */
const INTERVAL = 100;

/** Processor time within an interval up to which a server has nothing to do, in milliseconds, and for how many intervals. */
const AT_REST = 15;
const CALM_INTERVALS = 3;

/** When the wait for rest is given up, in milliseconds: what takes a second on a quiet machine takes many on a busy one. */
const LONGEST = 60_000;

/** Watches the processes of a server: whether they live, and how much memory they take. Linux only. */
export class Vitals {
  constructor(processes) {
    this.processes = processes;
    this.memory = Object.fromEntries(Object.keys(processes).map((name) => [name, 0]));
    this.ended = new Set();
    this.timer = setInterval(() => this.look(), INTERVAL);
  }

  /** The gateway and, where it has one, its embedded engine. */
  static of({ processId }, { dataDir, env }) {
    return new Vitals({ gateway: processId, ...(!env.MONGODB_URI && { engine: engineOf(dataDir) }) });
  }

  look() {
    for (const [name, id] of Object.entries(this.processes)) {
      try {
        const now = ownMegabytes(id);
        this.memory[name] = Math.max(this.memory[name], now || 0);
        // A process that has ended and was not waited for has no memory.
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
      .reduce((sum, one) => sum + one, 0);
  }

  /** Waits until the processes have nothing to do. Resolves to the milliseconds that it took. */
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
