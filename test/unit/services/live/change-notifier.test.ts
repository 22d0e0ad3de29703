import { ChangeNotifier } from '../../../../src/services/live/change-notifier';

afterEach(() => jest.restoreAllMocks());

test('streams are notified of changes when the clock has been put back', async () => {
  let state = 1;
  const states = {
    read: (_: string, names: readonly string[]) =>
      Promise.resolve(new Map(names.map((name) => [name, state++]))),
    watch: () => () => Promise.resolve(),
  };
  const notifier = new ChangeNotifier(states);
  const { signal } = new AbortController();
  const object = { kind: 'changes', name: 'ewe_fr', seen: undefined } as const;

  await notifier.changed(object, signal);
  await new Promise((resolve) => setImmediate(resolve));
  const before = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);

  expect(await notifier.changed(object, signal)).toBe(2);
  await notifier.close();
});
