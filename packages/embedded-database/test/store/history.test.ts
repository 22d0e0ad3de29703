import { History } from '../../src/store/store';

/** 200,000 changes during one transaction, which would take too long through a client. */
test('a transaction that is older than the recorded history conflicts with every key', () => {
  const history = new History();
  const before = history.begin();
  for (let n = 0; n <= 200_000; n++) history.note(`key ${n}`);
  history.advance();
  const after = history.begin();

  expect(history.hasChangedSince(before, 'key 7')).toBe(true);
  expect(history.hasChangedSince(before, 'another')).toBe(true);
  expect(history.hasChangedSince(after, 'key 7')).toBe(false);
});

test('a commit that failed has changed nothing', () => {
  const history = new History();
  const version = history.begin();
  history.note('key');
  history.undo();
  history.advance();

  expect(history.hasChangedSince(version, 'key')).toBe(false);
});
