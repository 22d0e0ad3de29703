import { Streams } from '../../../../src/app/http/streams';
import { Work } from '../../../../src/shared/work';

test('one caller sends four long answers at once, and all together 24; one that has ended makes room', () => {
  const streams = new Streams();
  const begin = (caller: string) => {
    const work = new Work(caller);
    streams.begin(work);
    return work;
  };
  const [first] = Array.from({ length: 4 }, () => begin('a'));

  expect(() => begin('a')).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
  first?.end();
  begin('a');
  for (const caller of ['b', 'c', 'd', 'e', 'f']) for (let n = 0; n < 4; n++) begin(caller);
  expect(() => begin('g')).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
});
