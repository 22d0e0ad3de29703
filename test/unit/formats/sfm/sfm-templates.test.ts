import { readArticle } from '../../../../src/domain/reading/read-article';
import { LANGUAGE_BY_LETTER } from '../../../../src/formats/sfm/mdf-markers';
import { getSfm, putSfm } from '../../../../src/formats/sfm/sfm-lens';
import type { SfmField } from '../../../../src/formats/sfm/sfm-record';

const OPTIONS = { languages: LANGUAGE_BY_LETTER };

const fields = (lines: readonly string[]): SfmField[] =>
  lines.map((line): SfmField => {
    const [marker = '', ...value] = line.split(' ');
    return [marker, value.join(' ')];
  });
const read = (lines: readonly string[]) => readArticle(getSfm(fields(lines), OPTIONS));
const written = (lines: readonly string[], changes: object) =>
  putSfm(fields(lines), Object.assign({}, read(lines), changes), OPTIONS).map((field) =>
    field.join(' ').trim(),
  );

/** A record of which the template was not filled in behind its first sense. */
const RECORD = [
  ...['lx sanu', 'hm', 'ps n', 'sn', 'de gold', 'xv', 'xe', 'sn', 'de', 'se', 'sn', 'de', 'xv', 'sd metal'],
  ...['bw', 'ue rare', 'dt 1'],
];

describe('senses of a template that nobody filled in', () => {
  test('are none, and what follows them belongs to the word', () => {
    const { senses, domains, usages } = read(RECORD);

    expect(senses).toEqual([{ number: 1 }]);
    expect([domains?.[0], usages?.[0]]).toMatchObject([{ content: 'metal' }, { content: 'rare' }]);
    expect([domains?.[0]?.sense, usages?.[0]?.sense]).toEqual([undefined, undefined]);
  });

  test('are written back, and do not get the fields that are added to the word', () => {
    expect(written(RECORD, {})).toEqual(RECORD);

    const forms = [{ form: 'sanuw', type: 'plural' }];
    const back = written(RECORD, { forms });
    expect(back.filter((line) => line !== 'pl sanuw')).toEqual(RECORD);
    expect(read(back)).toMatchObject({ forms, senses: [{ number: 1 }] });
  });

  test.each(['sn 2', 'ge coin', 'xv Sanu bε yan', 'own text'])('are senses with \\%s', (line) => {
    const at = RECORD.indexOf('sn', RECORD.indexOf('sn') + 1);
    const rest = line.startsWith('sn') ? [line] : ['sn', line];

    expect(read([...RECORD.slice(0, at), ...rest, ...RECORD.slice(at + 1)]).senses).toHaveLength(2);
  });
});

test('a comment below a variant is its kind', () => {
  const record = ['lx sanu', 'va sani; sanin', 've eastern', 'ge gold'];
  const { variants } = read(record).entry;

  expect(variants).toMatchObject([{ headword: 'sani', type: 'eastern' }, { headword: 'sanin' }]);
  const entry = {
    headword: 'sanu',
    variants: [Object.assign({}, variants[0], { type: 'western' }), variants[1]!],
  };
  expect(written(record, { entry })).toEqual(record.map((line) => line.replace('eastern', 'western')));
});
