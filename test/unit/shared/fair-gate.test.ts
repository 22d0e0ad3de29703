import { FairGate } from '../../../src/shared/fair-gate';
import { Work } from '../../../src/shared/work';

/** Commands that run until they are told to end, in the order in which they began. */
function commands(gate: FairGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    run: (name: string, work?: Work) =>
      gate.run(() => {
        begun.push(name);
        return new Promise<string>((resolve) =>
          ends.set(name, () => {
            resolve(name);
          }),
        );
      }, work),
  };
}

const light = (caller: string) => Object.assign(new Work(caller), { isLight: true });

test('one caller runs only its share of the commands, and others go before its next one', async () => {
  const { run, begun, end } = commands(new FairGate({ most: 4, mostOfCaller: 2, reserved: 0 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run(name, new Work('a'));
  for (const name of ['b1', 'b2']) void run(name, new Work('b'));
  await end('none');

  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

test('callers that wait take turns', async () => {
  const { run, begun, end } = commands(new FairGate({ most: 1, mostOfCaller: 1, reserved: 0 }));
  void run('first');
  for (const name of ['a1', 'a2', 'a3']) void run(name, new Work('a'));
  for (const name of ['b1', 'b2']) void run(name, new Work('b'));

  for (const name of ['first', 'a1', 'b1', 'a2', 'b2']) await end(name);

  expect(begun).toEqual(['first', 'a1', 'b1', 'a2', 'b2', 'a3']);
});

test('heavy commands leave room for light ones', async () => {
  const { run, begun } = commands(new FairGate({ most: 3, mostOfCaller: 3, reserved: 1 }));
  for (const name of ['h1', 'h2', 'h3']) void run(name, new Work(name));
  void run('light', light('reader'));
  await Promise.resolve();

  expect(begun).toEqual(['h1', 'h2', 'light']);
});

test('a command of a request that has ended does not begin', async () => {
  const { run, begun, end } = commands(new FairGate({ most: 1, mostOfCaller: 1, reserved: 0 }));
  const work = new Work('a');
  void run('first');
  const waiting = run('second', work);
  work.end();

  await expect(waiting).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await end('first');
  expect(begun).toEqual(['first']);
});

test('the room of a command that failed is free again', async () => {
  const gate = new FairGate({ most: 1, mostOfCaller: 1, reserved: 0 });

  await expect(gate.run(() => Promise.reject(new Error('lost')), new Work('a'))).rejects.toThrow('lost');

  expect(await gate.run(() => Promise.resolve('next'), new Work('a'))).toBe('next');
});
