import { checkedMorphology, type GivenMorphology } from '../../../../src/domain/search/morphology/morphology';
import { Inflections } from '../../../../src/domain/search/morphology/inflections';
import { MORPHOLOGIES } from '../../../../src/domain/search/morphology/morphology-table';
import { COMMON_FOLDING, foldingFor } from '../../../../src/domain/search/folding';
import { profileOfLanguage } from '../../../../src/domain/search/profiles';
import { Failure } from '../../../../src/shared/failure';
import { find } from './find';

const plain = (text: string) => COMMON_FOLDING.plainSpelling(text);
const inflectionsOf = (given: GivenMorphology) => new Inflections(checkedMorphology(given), plain);

test.each([
  ['vitoto', 'kitoto', 'plural of class 7/8: ki- → vi-'],
  ['vyumba', 'chumba', 'plural of class 7/8: ch- → vy-'],
  ['mabega', 'bega', 'plural of class 5/6: - → ma-'],
  ['ninapenda', 'penda', 'ni-na-'],
  ['amesoma', 'soma', 'a-me-'],
  ['hatukumbuki', 'kumbuka', 'ha-tu- -a → -i'],
  ['mezani', 'meza', '-ni'],
  ['anakula', 'la', 'a-na-ku-'],
])('in Swahili, %s is a form of %s: %s', (typed, headword, rule) => {
  expect(find(typed, headword, 'swh')).toMatchObject({ tier: 'inflected', rule });
});

test.each([
  ['abantu', 'umuntu', 'zul'],
  ['batungi', 'ntungi', 'kg'],
  ['tusadidi', 'kusala', 'kon'],
  ['azoloba', 'koloba', 'ln'],
  ['yahinze', 'guhinga', 'rw'],
  ['indabo', 'ururabo', 'kin'],
  ['njalti', 'yaltude', 'ff'],
  ['kelle', 'hello', 'fuf'],
  ['jiraatte', 'jiraachuu', 'om'],
  ['muslimiinta', 'muslim', 'so'],
  // Forms in the spelling of a neighbouring country.
  ['lilepe', 'selepe', 'st'],
  ['izitolo', 'isitolo', 'zu'],
  ['balimu', 'molimu', 'lin'],
  ['ibitabo', 'igitabo', 'kin'],
  ['gidajensa', 'gidaje', 'hau'],
  ['lekkoon', 'lekk', 'wol'],
  ['tafels', 'tafel', 'afr'],
  ['wuluw', 'wulu', 'bam'],
  ['vana', 'mwana', 'sna'],
  ['ndakora', 'gukora', 'kin'],
  ['yanditse', 'kwandika', 'kin'],
  ['ootitshala', 'utitshala', 'xho'],
  ['esikolweni', 'isikolo', 'xho'],
  ['emlanjeni', 'umlambo', 'xho'],
  ['ngomlilo', 'umlilo', 'zul'],
  ['ngezingalo', 'ingalo', 'zul'],
  ['kwabantu', 'abantu', 'xho'],
  ['bayazi', 'azi', 'zul'],
  ['ukwakha', 'akha', 'zul'],
  ['indodana', 'indoda', 'zul'],
  ['iyalinywa', 'lima', 'zul'],
  ['dzimba', 'imba', 'sna'],
  ['basi', 'mwasi', 'lin'],
  ['linga', 'kolinga', 'lin'],
  ['magaalada', 'magaalo', 'som'],
  ['biyaha', 'biyo', 'som'],
  ['bokiny', 'boky', 'mlg'],
  ['saiko', 'saina', 'mlg'],
  ['tanjany', 'tanjaka', 'mlg'],
  ['qabanne', 'qabachuu', 'orm'],
  ['kaata', 'kaachuu', 'orm'],
  ['dareetti', 'daree', 'om'],
  ['hinqabu', 'qabuu', 'gaz'],
  ['seenaniiru', 'seenuu', 'orm'],
  ['bunni', 'buna', 'orm'],
  ['mehyɛ', 'hyɛ', 'twi'],
  ['mefi', 'fi', 'aka'],
  ['hemfie', 'ahemfie', 'aka'],
  ['ona', 'kuona', 'swh'],
  ['novidina', 'mividy', 'mlg'],
  ['baranayaa', 'baro', 'som'],
  ['aabbahay', 'aabbe', 'som'],
  ['wergaz', 'argaz', 'kab'],
  ['ruḥeɣ', 'ruḥ', 'kab'],
  ['tebna', 'bnu', 'kab'],
  ['omsa', 'oms', 'naq'],
  ['haigu', 'hais', 'naq'],
  ['tarati', 'taras', 'naq'],
  ['bito', 'muto', 'dua'],
  // By what most Bantu languages have.
  ['mayala', 'diyala', 'kmb'],
  ['wasumbisa', 'kusumbisa', 'kmb'],
  ['ovandu', 'omundu', 'her'],
  ['tikwata', 'kukwata', 'ndc'],
  // A short stem beside its citation prefix.
  ['ngaya', 'kuya', 'kmb'],
  ['ñaamii', 'ñaamde', 'fuc'],
  ['jooɗiima', 'jooɗaade', 'fuc'],
  ['wallam', 'wallude', 'fuc'],
  // An affix changes the last syllable; and the same in Latin letters.
  ['ቤቶች', 'ቤት', 'am'],
  ['ውሻው', 'ውሻ', 'am'],
  ['በቤት', 'ቤት', 'am'],
  ['betoch', 'ቤት', 'am'],
  ['ከተማዬን', 'ከተማ', 'am'],
  ['ልጄ', 'ልጅ', 'am'],
  ['ለልጅ', 'ልጅ', 'am'],
  ['ስሙ', 'ስም', 'am'],
  ['መጽሐፌን', 'መጽሐፍ', 'am'],
  ['ፈለግሁ', 'ፈለገ', 'am'],
  // Smaller languages.
  ['wachiemo', 'chiemo', 'luo'],
  ['dalawa', 'dala', 'luo'],
  ['osetedo', 'tedo', 'luo'],
  ['ilmoran', 'olmoran', 'mas'],
  ['ilngatunyo', 'olŋatuny', 'mas'],
  ['inkisin', 'enkisi', 'mas'],
  ['ingishu', 'engishu', 'mas'],
  ['ngakile', 'akile', 'tuv'],
  ['paɣaba', 'paɣa', 'dag'],
  ['yiya', 'yili', 'dag'],
  ['amɛbaaya', 'ya', 'gaa'],
  ['silibo', 'elibo', 'dyo'],
  ['amawut', 'wut', 'efi'],
  ['ndopoisia', 'ndopo', 'men'],
  ['uutak', 'tak', 'bej'],
  ['imɣaran', 'amɣar', 'taq'],
  ['المدارس', 'مدارس', 'ary'],
  ['سيارتي', 'سيارة', 'arz'],
  ['elbeet', 'beet', 'shu'],
  ['dilini', 'dili', 'bci'],
  // Nouns without their initial vowel.
  ['balimi', 'omulimi', 'lug'],
  ['bafundi', 'umfundi', 'zul'],
  ['bana', 'umwana', 'kin'],
  // Luganda: the first person and perfects, doubled consonants, agents.
  ['nnima', 'okulima', 'lug'],
  ['ndimye', 'okulima', 'lug'],
  ['alimye', 'okulima', 'lug'],
  ['amayinja', 'ejjinja', 'lug'],
  ['ennimi', 'olulimi', 'lug'],
  ['bayombye', 'okuyomba', 'lug'],
  ['twayita', 'okuyita', 'lug'],
  ['njoza', 'okwoza', 'lug'],
  ['abalezi', 'okulera', 'lug'],
  // Tswana and Sotho: perfects, places, small ones, hardened consonants.
  ['setse', 'sala', 'tsn'],
  ['bolaile', 'bolaya', 'tsn'],
  ['tsebeng', 'tsebe', 'tsn'],
  ['pitseng', 'pitsa', 'tsn'],
  ['mosimanyana', 'mosimane', 'tsn'],
  ['mpitsa', 'bitsa', 'tsn'],
  ['mpiditse', 'bitsa', 'tsn'],
  ['nthuta', 'ruta', 'tsn'],
  ['ithekela', 'rekela', 'tsn'],
  ['dithako', 'lorako', 'tsn'],
  ['mahoko', 'lehoko', 'nso'],
  ['dunnikɛ', 'dun', 'bam'],
  // Kikuyu, Chichewa and Mooré.
  ['ahoi', 'mũhoi', 'kik'],
  ['ciana', 'mwana', 'kik'],
  ['nĩtũkũhoya', 'kũhoya', 'kik'],
  ['nĩnyandĩkaga', 'kwandĩka', 'kik'],
  ['mano', 'dzino', 'nya'],
  ['mapewa', 'phewa', 'nya'],
  ['miyala', 'mwala', 'nya'],
  ['sitinaphike', 'kuphika', 'ny'],
  ['tasamba', 'kusamba', 'nya'],
  ['vinani', 'kuvina', 'nya'],
  ['wosewera', 'kusewera', 'nya'],
  ['loogame', 'looge', 'mos'],
  ['tãmse', 'tãnga', 'mos'],
  ['zutu', 'zugu', 'mos'],
  ['yʋʋma', 'yʋʋmde', 'mos'],
  ['biig', 'biiga', 'mos'],
  ['glesitɔ', 'glesi', 'fon'],
  // Without letters that are doubled or long in the headword.
  ['macalinka', 'macallin', 'som'],
])('rules of the language: %s is a form of %s (%s)', (typed, headword, language) => {
  expect(find(typed, headword, language)?.tier).toBe('inflected');
});

test('languages without rules have none', () => {
  expect(find('vitoto', 'kitoto', 'xx_1')?.tier).not.toBe('inflected');
});

test('short words are not analysed as forms', () => {
  expect(find('vito', 'kito', 'swh')?.tier).toBe('inflected');
  expect(find('via', 'kia', 'swh')?.tier).not.toBe('inflected');
});

test('prefixes and suffixes surround a stem; fewer affixes come first, then longer headwords', () => {
  const inflections = inflectionsOf({
    nounClasses: [{ pair: 'm', singular: 'A-', plural: 'i-en' }],
    prefixes: [['ta-', 't-'], ['ta-']],
    affixes: [{ form: '-ul', base: '-u' }],
  });

  const bases = (word: string) => inflections.of(word).map(({ base, rule }) => [base, rule]);
  expect(bases('imazigen')).toContainEqual(['amazig', 'plural of class m: a- → i-en']);
  expect(bases('tatabolul').slice(0, 3)).toEqual([
    ['atabolul', 't-'],
    ['tatabolu', '-u → -ul'],
    ['tabolul', 'ta-'],
  ]);
  expect(bases('tatabolul')).toContainEqual(['bolu', 'ta-ta- -u → -ul']);
});

test('a word may have a prefix and a suffix that each replace one of the headword', () => {
  const inflections = inflectionsOf({
    affixes: [
      { form: 'nd-', base: 'okul-' },
      { form: '-ye', base: '-a' },
    ],
  });

  expect(inflections.of('ndabye')).toContainEqual({
    base: 'okulaba',
    rule: 'okul- → nd- -a → -ye',
    affixes: 2,
  });
});

test('a plural is made by the first rule of its pair that fits', () => {
  const inflections = inflectionsOf({
    nounClasses: [
      { pair: '7/8', singular: 'ch-', plural: 'vy-' },
      { pair: '7/8', singular: 'ki-', plural: 'vi-' },
      { pair: 'ga/se', singular: '-ga', plural: '-se' },
    ],
  });

  expect(inflections.pluralsOf('chúmba', '7/8')).toEqual(['vyúmba']);
  expect(inflections.pluralsOf('kitî', '7/8')).toEqual(['vitî']);
  expect(inflections.pluralsOf('bãaga', 'ga/se')).toEqual(['bãase']);
  expect(inflections.pluralsOf('meza', '7/8')).toEqual([]);
  expect(inflections.pluralsOf('kiti', '1/2')).toEqual([]);
});

test('beside other words, particles come last and inflected words are found', () => {
  expect(find('xale yi', 'xale', 'wol')?.tier).toBe('part');
  expect(find('watoto wazuri', 'mtoto', 'swh')).toMatchObject({
    tier: 'part',
    rule: 'plural of class 1/2: m- → wa-',
  });
  // Not among the twenty longest of the possible headwords.
  expect(find('mi soodii', 'soodde', 'fuc')).toMatchObject({ tier: 'part', rule: '-de → -ii' });
});

const wrong: readonly (readonly [string, unknown])[] = [
  ['nounClasses', { nounClasses: [{ pair: '', singular: 'ki-', plural: 'vi-' }] }],
  ['nounClasses', { nounClasses: [{ pair: '9/10', singular: 'n-', plural: 'N-' }] }],
  ['nounClasses', { nounClasses: [{ pair: '7/8', singular: 'ki', plural: 'vi-' }] }],
  ['prefixes', { prefixes: [['-ni']] }],
  ['prefixes', { prefixes: Array.from({ length: 9 }, () => ['a-']) }],
  ['affixes', { affixes: [{ form: '-n1', base: '-' }] }],
  ['affixes', { affixes: [{ form: '-a-b', base: '-' }] }],
  ['affixes', { affixes: Array.from({ length: 129 }, () => ({ form: '-a', base: '-' })) }],
  ['citationPrefixes', { citationPrefixes: ['kukukukukukuku-'] }],
  ['particles', { particles: ['yi yi'] }],
];

test.each(wrong)('an invalid %s is refused by name: %j', (member, given) => {
  expect(() => checkedMorphology(given as GivenMorphology)).toThrow(Failure);
  expect(() => checkedMorphology(given as GivenMorphology)).toThrow(member);
});

test('a dictionary could declare the affixes of every language', () => {
  for (const morphology of new Set(MORPHOLOGIES.values()))
    expect(morphology).toMatchObject(checkedMorphology(morphology));
});

test('every language with rules is analysed by them', () => {
  for (const language of MORPHOLOGIES.keys())
    expect([language, foldingFor(profileOfLanguage(language)).inflections]).toEqual([
      language,
      expect.any(Inflections),
    ]);
});

test('of the vowel patterns of a root, the ones with the fewest changed letters come first', () => {
  const morphology = Object.assign(checkedMorphology({}), { patterns: ['1a2a3', '1i2aa3', '1u2a3'] });
  const inflections = new Inflections(morphology, plain);
  expect(inflections.of('kutub', 'kutub').map(({ base }) => base)).toEqual(['kutab', 'katab', 'kitaab']);
});
