import { html } from '../../src/shared/html';
import { markedText, plainText } from '../../src/web/reader/marked-text';

const shown = (text: string) => html`${markedText(text)}`.text;

test.each([
  ['vient de fv:jiri, arbre', 'vient de <i>jiri</i>, arbre'],
  ['(fl:cf. fv:yíri-2)', '(<i>cf</i>. <i>yíri-2</i>)'],
  ["(fv:n'ko)", '(<i>n&#39;ko</i>)'],
  ['dit |fv{a ka jiri} ici', 'dit <i>a ka jiri</i> ici'],
  ['|fe{his [lit. |fv{jiri}] tree}', '<i>his [lit. <i>jiri</i>] tree</i>'],
  ['le mot |vl{<b>} & fv:a&b', 'le mot <i>&lt;b&gt;</i> &amp; <i>a</i>&amp;b'],
])('the marks of %s are shown as marked words', (text, marked) => {
  expect(shown(text)).toBe(marked);
});

test.each(['fr:maison', 'fv: jiri', 'wolfv:x', '{fv}', '|fv{jiri', 'a|b{c}', 'https://f.example/fe', 'fx'])(
  '%s has no marks',
  (text) => {
    expect(shown(text)).toBe(text);
  },
);

test('a text of nothing but beginnings of marks takes no longer than its length', () => {
  const text = '|fv{'.repeat(60_000);
  const start = process.cpuUsage();
  expect(shown(text)).toBe(text);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

test('nothing has no marks', () => {
  expect(markedText(null)).toBeNull();
});

test.each([
  ['vient de fv:jiri, arbre', 'vient de jiri, arbre'],
  ['|fe{his [lit. |fv{jiri}] tree}', 'his [lit. jiri] tree'],
  ["(fv:n'ko) & |fb{a}", "(n'ko) & a"],
  ['fr:maison fv: jiri', 'fr:maison fv: jiri'],
])('%s has a plain text', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
