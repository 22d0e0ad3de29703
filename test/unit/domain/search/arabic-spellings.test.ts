import { arabicTiers } from '../../../../src/domain/search/morphology/arabic-spellings';

const FOLDING = {
  plainSpelling: (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ة/gu, 'ه'),
  caseFold: (text: string) => text,
};

/** Whether a search in Latin letters finds a headword in Arabic ones. */
function finds(text: string, headword: string): boolean {
  const codes = { folded: 'f', foldedVariant: 'v' };
  const [step] = arabicTiers({ plain: text, readings: [] }, { profile: { languages: ['ar'] } }, codes);
  return step?.compare({ field: 'entry', text: headword }, FOLDING) !== undefined;
}

test.each([
  ['kitab', 'كتاب'],
  ['kitab', 'كِتَاب'],
  ['9alb', 'قلب'],
  ['madrasa', 'مَدْرَسَة'],
])('%s finds %s', (text, headword) => {
  expect(finds(text, headword)).toBe(true);
});

test.each([
  ['kutub', 'كِتَاب'],
  ['kitab', 'كلب'],
])('%s does not find %s', (text, headword) => {
  expect(finds(text, headword)).toBe(false);
});

test('compares words of many vowels, of which the last does not fit, without trying all divisions', () => {
  const vowels = 'ae'.repeat(7);

  expect(finds(`${vowels}ba`, 'عايايايايايايايب')).toBe(true);
  expect(finds(`${vowels}ba`, 'عايايايايايايايبِ')).toBe(false);
});
