import fc from 'fast-check';
import { stringify } from 'yaml';

type Files = Readonly<Record<string, string>>;

/** Texts that people and other programs write into examples. */
const PIECES = [
  ...['habari', 'ŋ', 'e\u0301', '😀', '👨‍👩‍👧', '  ', '\\', '"quoted"', "it's", '{slot}', '$city', '@day'],
  ...[
    '[nairobi](city)',
    '[NBO]{"entity": "city", "value": "Nairobi"}',
    '[q](city:v)',
    '[kesho](day)[leo](day)',
  ],
  ...['[a]{"entity":"city","role":"to","group":"1"}', '[y]{"entity": "city", "value": "Nai\\"r"}'],
  ...['[[n]](city)', '[a (b)](city)', '[](city)', '[z]()', '[x', 'a]b', '(y)', '\\[esc\\]'],
  ...['#no', '- dash', '2024-01-01', 'yes', 'null', '~', '1.0', ':', '|', '&a', '*b'],
];
const text = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.join(' '));
const texts = fc.array(text, { maxLength: 4 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const some = (...names: readonly string[]) => fc.subarray([...names]);

/** An object without the members that are undefined. */
const objectOf = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(members).map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);

const examples = fc.oneof(
  fc.tuple(texts, fc.boolean(), fc.constantFrom('- ', '  - ')).map(([lines, isEnded, bullet]) => {
    const listed = lines.map((line) => `${bullet}${line}`).join('\n');
    return isEnded ? `${listed}\n` : listed;
  }),
  texts.map((lines) => lines.map((line) => ({ text: line, metadata: { n: 1 } }))),
);
const NLU_NAMES: readonly (readonly [kind: string, name: string])[] = [
  ...['greet', 'book', 'faq/opening', 'x y', '0', '__proto__'].map((name) => ['intent', name] as const),
  ...['Nairobi', 'Mombasa', ''].map((name) => ['synonym', name] as const),
  ...['city', 'day', 'zip'].map((name) => ['lookup', name] as const),
  ...['city', 'zip'].map((name) => ['regex', name] as const),
];
const nluItem = fc
  .record({
    named: fc.constantFrom(...NLU_NAMES),
    examples,
    metadata: maybe(fc.constant({ sentiment: 'neutral' })),
  })
  .map(({ named: [kind, name], ...others }) => ({ [kind]: name, ...others }));
const response = fc.oneof(
  text.map((sentence) => ({ text: sentence })),
  text.map((sentence) => ({ text: sentence, buttons: [{ title: 'a', payload: '/b' }] })),
  text.map((sentence) => ({ text: sentence, condition: [{ type: 'slot', name: 'city', value: 1 }] })),
  fc.constantFrom({ custom: { a: 1 } }, { image: 'x' }, { text: '' }, 'bare'),
);
const responses = fc.dictionary(
  fc.constantFrom('utter_greet', 'utter_book', 'utter_faq/opening', 'utter_', 'other'),
  fc.array(response, { maxLength: 3 }),
);

/** A project of Rasa 3. Two parts of a domain may be in separate files. */
export const rasaProjects: fc.Arbitrary<Files> = fc
  .record({
    names: objectOf({
      intents: some('greet', 'book', 'faq', 'x y'),
      entities: fc.oneof(some('city', 'day'), fc.constant(null)),
      slots: maybe(fc.constant({ city: { type: 'text' } })),
    }),
    responses,
    nlu: fc.array(fc.array(nluItem, { maxLength: 6 }), { minLength: 1, maxLength: 2 }),
    language: fc.constantFrom('sw', 'en', null),
    isSplit: fc.boolean(),
    isOfWindows: fc.boolean(),
    width: fc.constantFrom(0, 40),
  })
  .map(({ names, responses: answers, nlu, language, isSplit, isOfWindows, width }) => {
    const domain: Readonly<Record<string, object>> = isSplit
      ? { 'domain/names.yml': names, 'domain/answers.yaml': { responses: answers } }
      : { 'domain.yml': { ...names, responses: answers } };
    const files = { 'config.yml': { language, pipeline: [] }, ...domain };
    const data = Object.fromEntries(nlu.map((items, n) => [`data/nlu-${String(n)}.yml`, { nlu: items }]));
    const written = (tree: object) => {
      const yaml = stringify({ version: '3.1', ...tree }, { lineWidth: width });
      return isOfWindows ? yaml.replaceAll('\n', '\r\n') : yaml;
    };
    return Object.fromEntries(
      Object.entries({ ...files, ...data }).map(([path, tree]) => [path, written(tree)]),
    );
  });
