import { Failure } from '../../../../src/shared/failure';
import { runInWork, Work } from '../../../../src/shared/work';
import { WorkQueue } from '../../../../src/services/accounts/password';

const queue = () => new WorkQueue({ atOnce: 1, mostWaiting: 2, subject: 'logins' });

/** Work that is done when it is told so. */
function held() {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));
  return { done, finish };
}

test('work runs one after the other, in its order', async () => {
  const line = queue();
  const order: number[] = [];
  const first = held();

  const all = [
    line.run(async () => {
      await first.done;
      order.push(1);
    }),
    line.run(() => Promise.resolve(order.push(2))),
    line.run(() => Promise.resolve(order.push(3))),
  ];
  await Promise.resolve();
  expect(order).toEqual([]);
  first.finish();
  await Promise.all(all);

  expect(order).toEqual([1, 2, 3]);
});

test('who would wait too long is refused at once, and told when to come back', async () => {
  const line = queue();
  const first = held();
  const all = [line.run(() => first.done), line.run(() => first.done), line.run(() => first.done)];

  const refusal: unknown = await line.run(() => first.done).catch((error: unknown) => error);
  first.finish();
  await Promise.all(all);

  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ reason: 'UNAVAILABLE', kind: 'busy', details: { retryAfter: 2 } });
  await expect(line.run(() => Promise.resolve('later'))).resolves.toBe('later');
});

test('work that fails makes room like any other', async () => {
  const line = queue();

  await expect(line.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  await expect(line.run(() => Promise.resolve(1))).resolves.toBe(1);
});

test('one caller has a sixth of the queue, and leaves the rest to others', async () => {
  const line = new WorkQueue({ atOnce: 1, mostWaiting: 12, subject: 'logins' });
  const first = held();
  const as = (caller: string) => runInWork(new Work(caller), () => line.run(() => first.done));
  const all = [as('a'), as('a'), as('a')];

  await expect(as('a')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  all.push(as('b'));
  first.finish();

  await expect(Promise.all(all)).resolves.toHaveLength(4);
});
