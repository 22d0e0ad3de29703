import { deskEn } from '../../src/web/texts/desk-en';
import { deskFr } from '../../src/web/texts/desk-fr';
import { en } from '../../src/web/texts/en';
import { fr } from '../../src/web/texts/fr';
import { siteEn } from '../../src/web/texts/site-en';
import { siteFr } from '../../src/web/texts/site-fr';
import { jsonFault } from '../../src/web/desk/fields';

const ENGLISH = { locale: 'en', texts: { ...en, ...siteEn }, desk: deskEn };
const FRENCH = { locale: 'fr', texts: { ...fr, ...siteFr }, desk: deskFr };

/** Line and column that the message states; `end` if it says that the end is missing. */
function placeIn(text: string): string {
  const message = jsonFault(text, ENGLISH).text;
  const [, line, column] = /Line (\d+), column (\d+):/.exec(message) ?? [];
  return line === undefined || column === undefined ? 'end' : `${line}:${column}`;
}

test.each([
  ['{"a": 1,}', '1:9'],
  ['{\n  "a": }', '2:8'],
  ['{"a" 1}', '1:6'],
  ['{a: 1}', '1:2'],
  ["{'a': 1}", '1:2'],
  ['{"a": 1 "b": 2}', '1:9'],
  ['[1,\n 2,\n 3,, 4]', '3:4'],
  ['[1, 2}', '1:6'],
  ['{"a": 1]', '1:8'],
  ['[1,]', '1:4'],
  ['[,1]', '1:2'],
  ['{,}', '1:2'],
  ['{"a": 01}', '1:8'],
  ['{"a": +1}', '1:7'],
  ['{"a": 1.}', '1:8'],
  ['{"a": tru}', '1:7'],
  ['{"a": NaN}', '1:7'],
  ['{"a": 1} x', '1:10'],
  ['{"a": 1}}', '1:9'],
  ['1, 2', '1:2'],
  ['{"a": "x\ny"}', '1:9'],
  ['{"a": "\\q"}', '1:8'],
  ['{"a": "\\u12"}', '1:8'],
  ['\uFEFF{}', '1:1'],
  ['{"é𞤨": 1, ]}', '1:11'],
  ['', 'end'],
  [' \n ', 'end'],
  ['{"a": [1, {"b": 2}', 'end'],
  ['{"a": "x', 'end'],
  ['{"a"', 'end'],
  ['{"a":', 'end'],
])('%j stops being JSON at %s', (text, place) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(placeIn(text)).toBe(place);
});

test.each([
  '{"a": [1, -2.5e+10, "x\\u00e9\\n\\"", true, false, null, {}, []], "\u007F": {"b": {}}}',
  ' [ ] ',
  '"x"',
  '-0',
])('valid JSON is read to its end: %j', (text) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(placeIn(text)).toBe('end');
  // What is behind it is the first fault.
  expect(placeIn(`${text}]`)).toBe(`1:${String(text.length + 1)}`);
});

/** Ends that complete the texts below. */
const ENDS = ['', '"', '0', ':0', '":0', '"a":0', '\\"', 'n"', 'b"'].flatMap((end) =>
  ['', '}', ']', '}]', ']}', '}}', '}]}', '}]}}', '},1]}', ':0}', ':0}]}'].map((closers) => end + closers),
);

test('a character that is missing or too many is found if the text with it is no JSON, nor the beginning of JSON', () => {
  const text = '{"a":[1,{"b":"c\\n"},null],"d":-1.5e3}';
  const changed = Array.from(text).flatMap((_, at) =>
    ['', ',', '}', ']', '"', '\\', '0', ':'].map((more) => text.slice(0, at) + more + text.slice(at + 1)),
  );
  const wrong = changed.filter((text) => {
    const [, column] = placeIn(text).split(':');
    if (isJson(text)) return placeIn(`${text}]`) !== `1:${String(text.length + 1)}`;
    return column === undefined && !ENDS.some((end) => isJson(text + end));
  });

  expect(changed.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('deep and long texts are read without recursion', () => {
  expect(placeIn('['.repeat(200_000))).toBe('end');
  expect(placeIn(`["${'x'.repeat(1_000_000)}${'\\n'.repeat(200_000)}" 1]`)).toBe('1:1400005');
});

test('the message is French on French pages, and quotes what follows, on one line', () => {
  expect(jsonFault('{"a": 1\n "<b>": 2}', FRENCH).text).toBe(
    'Ce n’est pas du JSON valide. Ligne 2, colonne 2\u00A0: &quot;&lt;b&gt;&quot;: 2}',
  );
  expect(jsonFault('[1 2,\n3]', ENGLISH).text).toBe('This is not valid JSON. Line 1, column 4: 2,↵3]');
});
