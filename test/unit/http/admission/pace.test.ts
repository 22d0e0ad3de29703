import { Pace } from '../../../../src/http/admission/pace';

/** Requests at once with which a burst begins. */
const FEW = 6;

let pace: Pace;
let now: number;
/** What measures the turns, while it does. */
let look: (() => void) | undefined;

beforeEach(() => {
  now = 0;
  pace = new Pace(
    () => now,
    (run) => {
      look = run;
      return () => (look = undefined);
    },
  );
});

function begin(count: number): void {
  for (let n = 0; n < count; n++) pace.begin();
}

/** A turn of the thread that lasts so many milliseconds longer than it should. */
function turn(delay: number): void {
  now += 20 + delay;
  look?.();
}

/** How many more requests may begin. */
function room(): number {
  let count = 0;
  for (; !pace.isReached; count++) pace.begin();
  for (let n = 0; n < count; n++) pace.end();
  return count;
}

test('a burst begins with few requests at once', () => {
  begin(FEW - 1);
  expect(pace.isReached).toBe(false);
  begin(1);
  expect(pace.isReached).toBe(true);
});

test('while turns are short, each request that ends makes room for one more', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < 10; n++) {
    pace.end();
    begin(2);
    expect(pace.isReached).toBe(true);
  }
  pace.end();
  expect(room()).toBe(2);
});

test('no more are let in for requests that end while there is room anyway', () => {
  begin(FEW - 1);
  turn(0);
  pace.end();
  expect(room()).toBe(2);
});

test('turns of some length leave the number as it is, and long ones reduce it, but not below the first few', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < 6; n++) {
    pace.end();
    begin(2);
  }
  turn(20);
  pace.end();
  expect(room()).toBe(1);

  turn(31);
  for (let n = 0; n < 2; n++) pace.end();
  expect(pace.isReached).toBe(true);
  pace.end();
  expect(room()).toBe(1);

  for (let n = 0; n < 20; n++) turn(31);
  for (let n = 0; n < 2; n++) pace.end();
  expect(pace.isReached).toBe(true);
  pace.end();
  expect(pace.isReached).toBe(false);
});

test('when all have ended, the next burst begins with few again', () => {
  begin(FEW);
  turn(0);
  for (let n = 0; n < FEW; n++) pace.end();
  expect(look).toBeUndefined();
  expect(room()).toBe(FEW);
});
