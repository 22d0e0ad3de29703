import { Failure } from '../../../src/shared/failure';
import { allChecked, checkedMembers, inputFailure, inMember, invalid } from '../../../src/shared/faults';

const wrong = (message: string) => () => {
  throw new Failure('INVALID_INPUT', message, { retryAfter: 1 });
};

function failureOf(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('nothing failed');
}

const told = ({ message, field, others }: Failure): unknown => [
  { message, field },
  ...others.map((other) => ({ message: other.message, field: other.field })),
];

test('returns valid members by name', () => {
  expect(checkedMembers({ a: () => 1, b: () => 'two' })).toEqual({ a: 1, b: 'two' });
});

test('throws the first fault with its member and all other faults', () => {
  const failure = failureOf(() => checkedMembers({ a: wrong('one'), b: () => 2, c: wrong('three') }));

  expect(told(failure)).toEqual([
    { message: 'one', field: ['a'] },
    { message: 'three', field: ['c'] },
  ]);
  expect([failure.reason, failure.details]).toEqual(['INVALID_INPUT', { retryAfter: 1 }]);
});

test('members of members have their whole path', () => {
  const inner = () => checkedMembers({ x: wrong('x'), y: wrong('y') });
  const failure = failureOf(() =>
    allChecked(
      () => inMember('a', inner),
      () => inMember('b', wrong('b')),
    ),
  );

  expect(told(failure)).toEqual([
    { message: 'x', field: ['a', 'x'] },
    { message: 'y', field: ['a', 'y'] },
    { message: 'b', field: ['b'] },
  ]);
});

test('returns results in the order of the checks', () => {
  expect(
    allChecked(
      () => 1,
      () => 'two',
    ),
  ).toEqual([1, 'two']);
});

test('ends the checks at an error that is not a failure', () => {
  const broken = () => {
    throw new TypeError('ours');
  };

  expect(() => checkedMembers({ a: wrong('one'), b: broken })).toThrow('ours');
});

test('a fault names one member or a path', () => {
  expect(invalid('a', 'wrong')).toMatchObject({ reason: 'INVALID_INPUT', field: ['a'], kind: 'invalid' });
  expect(inputFailure('CONFLICT', ['a', 'b'], 'taken')).toMatchObject({
    reason: 'CONFLICT',
    field: ['a', 'b'],
  });
});
