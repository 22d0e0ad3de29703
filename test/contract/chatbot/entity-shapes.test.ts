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
  const responses = [];
  for (const entityValues of [{ values: ['ilé'] }, { source }]) {
    const application = await chatbots.register(`With ${Object.keys(entityValues).join('')}`);
    const made = await chatbots.execute(
      'mutation { createField(input: {}) { field { id } } }',
      {},
      application.token,
    );
    const { id } = (made as unknown as { createField: { field: { id: string } } }).createField.field;
    await chatbots.execute(
      'mutation ($id: ID!, $input: EntityInput!) { createEntity(fieldId: $id, input: $input) { entity { id } } }',
      { id, input: { entityName: 'word', entityValues } },
      application.token,
    );
    const changed = await chatbots.rest('PUT', PATH, {
      token: application.token,
      body: { country: 'Benin' },
    });
    const loggedIn = await chatbots.logInAs(application.name);
    const list = await chatbots.rest('GET', `${PATH}?fields&search=${encodeURIComponent(application.name)}`, {
      token: chatbots.platform,
    });
    responses.push([changed, loggedIn, list].map(({ status, body }) => [status, body]));
  }
  const [withValues = [], withSource = []] = responses;

  expect(withValues.map(([status]) => status)).toEqual([200, 200, 200]);
  expect(shapeOf(withSource)).toEqual(shapeOf(withValues));
  const shown = [...JSON.stringify(withSource).matchAll(/"entity_values":(\{"source".*?\}\})/gu)];
  expect(shown.map(([, json = '']) => JSON.parse(json) as unknown)).toEqual(
    withSource.map(() => ({ source })),
  );
});
