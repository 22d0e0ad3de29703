import { globalId, isGlobalIdOf } from '../../../../src/graphql/node/global-id';

test('a text that somebody wrote is an identifier only if the server could have given it, for the type', () => {
  const id = globalId('Article', 'yor_eng_fra_griot', 55);

  expect(isGlobalIdOf('Article', id)).toBe(true);
  expect(isGlobalIdOf('Dictionary', id)).toBe(false);
  for (const text of ['55', '', `${id} `, `${id}=`, globalId('Article', 'yor_eng_fra_griot', 0)])
    expect([text, isGlobalIdOf('Article', text)]).toEqual([text, false]);
});
