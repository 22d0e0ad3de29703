/**
 * Values of arguments and input fields in the examples, by name, or by field and name where the name alone says too
 * little: those of the sample dictionary, where it has them.
 */
export const SAMPLES: Readonly<Record<string, unknown>> = {
  articleId: '55',
  'createDictionary.dictionaryId': 'my_dictionary',
  'deleteDictionary.dictionaryId': 'my_dictionary',
  'NewDictionaryInput.dictionaryId': 'my_dictionary',
  dictionaryId: 'yor_eng_fra_griot',
  first: 5,
  id: '55',
  ids: ['WyJBcnRpY2xlIiwieW9yX2VuZ19mcmFfZ3Jpb3QiLDU1XQ'],
  language: 'en',
  newPassword: 'a new password',
  'node.id': 'WyJBcnRpY2xlIiwieW9yX2VuZ19mcmFfZ3Jpb3QiLDU1XQ',
  number: 55,
  oldPassword: 'the password until now',
  password: 'a long password',
  prefix: 'il',
  source: { entry: { headword: 'kà' }, translations: [{ lang: 'en', content: 'read' }] },
  'NewCommentInput.text': 'In the north we say kà too.',
  text: 'ile',
  translation: 'house',
  'user.id': '1',
  username: 'ade',
};
