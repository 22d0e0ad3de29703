import { ConcurrencyLimit } from '../../../../src/http/admission/thread-limits';

/** Requests at once with which a burst begins. */
const FEW = 6;

let limit: ConcurrencyLimit;
let now: number;
/** What measures the turns, while it does. */
let look: (() => void) | undefined;

beforeEach(() => {
  now = 0;
  limit = new ConcurrencyLimit(
    () => now,
    (run) => {
      look = run;
      return () => (look = undefined);
    },
  );
});

function begin(count: number): void {
  for (let n = 0; n < count; n++) limit.begin();
}

/** A turn of the thread that lasts so many milliseconds longer than it should. */
function turn(delay: number): void {
  now += 20 + delay;
  look?.();
}

/** How many more requests may begin. */
function room(): number {
  let count = 0;
  for (; !limit.isReached; count++) limit.begin();
  for (let n = 0; n < count; n++) limit.end();
  return count;
}

test('a burst begins with few requests at once', () => {
  begin(FEW - 1);
  expect(limit.isReached).toBe(false);
  begin(1);
  expect(limit.isReached).toBe(true);
});

test('fast event loop ticks raise the limit with each request that ends', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < 10; n++) {
    limit.end();
    begin(2);
    expect(limit.isReached).toBe(true);
  }
  limit.end();
  expect(room()).toBe(2);
});

test('no further requests are admitted for those that end while there is room', () => {
  begin(FEW - 1);
  turn(0);
  limit.end();
  expect(room()).toBe(2);
});

test('ticks of medium length keep the limit, and long ones lower it to the minimum', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < 6; n++) {
    limit.end();
    begin(2);
  }
  turn(20);
  limit.end();
  expect(room()).toBe(1);

  turn(31);
  for (let n = 0; n < 2; n++) limit.end();
  expect(limit.isReached).toBe(true);
  limit.end();
  expect(room()).toBe(1);

  for (let n = 0; n < 20; n++) turn(31);
  for (let n = 0; n < 2; n++) limit.end();
  expect(limit.isReached).toBe(true);
  limit.end();
  expect(limit.isReached).toBe(false);
});

test('when all have ended, the next burst begins with few again', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < FEW; n++) limit.end();
  expect(look).toBeUndefined();
  expect(room()).toBe(FEW);
});
