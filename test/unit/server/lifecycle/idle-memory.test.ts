import { setImmediate } from 'node:timers/promises';
import { cachedDataVersionTag } from 'node:v8';
import { IdleMemory, releaseMemoryWhenIdle } from '../../../../src/server/lifecycle/idle-memory';

const SECOND = 1_000_000;
const MEGABYTE = 1_048_576;

/** A process of which a test sets the memory and the processor time. */
function observedProcess() {
  const state = { processorTime: 5 * SECOND, memory: 150 * MEGABYTE, collections: 0 };
  const idle = new IdleMemory({
    processorTime: () => state.processorTime,
    memory: () => state.memory,
    collect: () => {
      state.collections += 1;
      // The processor time of a collection does not make the process busy.
      state.processorTime += SECOND;
    },
  });
  const check = (times: number) => {
    for (let time = 0; time < times; time++) idle.check();
    return state.collections;
  };
  const checkBusy = () => {
    state.processorTime += SECOND;
    return check(1);
  };
  return { state, check, checkBusy };
}

test('collects twice when the process is idle after its start, and then no more', () => {
  const { check, checkBusy } = observedProcess();

  expect(checkBusy()).toBe(0);
  expect(check(1)).toBe(1);
  expect(checkBusy()).toBe(1);
  expect(check(5)).toBe(2);
});

test('collects again after a load that needed 32 MB more, once it is over', () => {
  const { state, check, checkBusy } = observedProcess();
  check(5);

  state.memory += 31 * MEGABYTE;
  expect(check(5)).toBe(2);
  state.memory += MEGABYTE;
  expect(checkBusy()).toBe(2);
  expect(check(5)).toBe(4);
});

test('does not collect again if the memory is still in use', () => {
  const { state, check } = observedProcess();
  check(5);
  state.memory += 100 * MEGABYTE;

  expect(check(10)).toBe(4);
});

const unused = () => new WeakRef({ data: new Array(1000).fill('unused') });

test('collects garbage every ten seconds at most, and leaves the flags by which V8 accepts compiled code', async () => {
  const tag = cachedDataVersionTag();
  const intervals = jest.spyOn(globalThis, 'setInterval');
  const stop = releaseMemoryWhenIdle();
  const [check, milliseconds] = intervals.mock.lastCall!;
  intervals.mockRestore();
  const garbage = unused();
  await setImmediate();

  check();
  await setImmediate();

  expect(milliseconds).toBe(10_000);
  expect(garbage.deref()).toBeUndefined();
  expect(cachedDataVersionTag()).toBe(tag);
  stop();
});
