import { deskFr } from '../../src/web/texts/desk-fr';
import { fr } from '../../src/web/texts/fr';
import { siteFr } from '../../src/web/texts/site-fr';

/** All texts in an object, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const FRENCH = textsIn([fr, siteFr, deskFr]);

test('French texts have a no-break space before a colon and inside quotation marks', () => {
  expect(FRENCH.filter((text) => /[^\u00A0]:(?= |$)|[^\u00A0]»|«[^\u00A0]/u.test(text))).toEqual([]);
});

test('French texts have a narrow no-break space before a semicolon, question mark or exclamation mark', () => {
  expect(FRENCH.filter((text) => /[^\u202F][;?!]/u.test(text))).toEqual([]);
});

test('French texts have typographic apostrophes', () => {
  expect(FRENCH.filter((text) => text.includes("'"))).toEqual([]);
});
