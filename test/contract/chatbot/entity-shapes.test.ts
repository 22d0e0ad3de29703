import { PATH, startWithApplications, type ChatbotServer } from '../../support/applications';

let chatbots: ChatbotServer;
beforeAll(async () => {
  chatbots = await startWithApplications();
});
afterAll(() => chatbots.server.close());

type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** The members of an answer and the types of their values; free JSON is the owner's. */
function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'entity_values' ? 'any' : shapeOf(inner),
  ]);
  return Object.fromEntries(members) as Shape;
}

test('A3, A4 and A6 show an entity with a source as its owner wrote it, like an entity with values', async () => {
  const source = { dictionary: 'yor_eng_fra_griot', synonyms: ['spellings'], most: 3 };
  const answers = [];
  for (const entityValues of [{ values: ['ilé'] }, { source }]) {
    const own = await chatbots.register(`With ${Object.keys(entityValues).join('')}`);
    const made = await chatbots.ask('mutation { createField(input: {}) { field { id } } }', {}, own.token);
    const { id } = (made as unknown as { createField: { field: { id: string } } }).createField.field;
    await chatbots.ask(
      'mutation ($id: ID!, $input: EntityInput!) { createEntity(fieldId: $id, input: $input) { entity { id } } }',
      { id, input: { entityName: 'word', entityValues } },
      own.token,
    );
    const changed = await chatbots.rest('PUT', PATH, { token: own.token, body: { country: 'Benin' } });
    const loggedIn = await chatbots.logInAs(own.name);
    const list = await chatbots.rest('GET', `${PATH}?fields&search=${encodeURIComponent(own.name)}`, {
      token: chatbots.platform,
    });
    answers.push([changed, loggedIn, list].map(({ status, body }) => [status, body]));
  }
  const [written = [], fed = []] = answers;

  expect(written.map(([status]) => status)).toEqual([200, 200, 200]);
  expect(shapeOf(fed)).toEqual(shapeOf(written));
  const shown = [...JSON.stringify(fed).matchAll(/"entity_values":(\{"source".*?\}\})/gu)];
  expect(shown.map(([, json = '']) => JSON.parse(json) as unknown)).toEqual(fed.map(() => ({ source })));
});
