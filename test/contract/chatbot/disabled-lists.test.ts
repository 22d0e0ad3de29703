import { startWithApplications, type ChatbotServer } from '../../support/applications';

let chatbots: ChatbotServer;
let token: string;

beforeAll(async () => {
  chatbots = await startWithApplications();
  for (const name of ['Bot a', 'Bot c']) await chatbots.register(name);
  token = (await chatbots.register('Bot e')).token;
  for (const name of ['Bot b', 'Bot d']) await chatbots.register(name, { disable_application: true });
});
afterAll(() => chatbots.server.close());

interface List {
  readonly totalCount: number;
  readonly nodes: readonly { readonly name: string }[];
  readonly pageInfo: Readonly<Record<string, string>>;
}

async function list(args: string, as = chatbots.platform): Promise<List> {
  const query = `{ list: applications(${args}) { totalCount nodes { name } pageInfo { endCursor startCursor } } }`;
  const data: Readonly<Record<string, unknown>> = await chatbots.execute(query, {}, as);
  return data['list'] as List;
}

const names = ({ nodes }: List) => nodes.map(({ name }) => name);

test.each([
  ['disabled', 'filter: { isDisabled: true }', ['Bot b', 'Bot d']],
  ['others', 'filter: { isDisabled: false }', ['Bot a', 'Bot c', 'Bot e', 'The platform']],
  ['disabled, of a search', 'filter: { isDisabled: true, text: "bot" }', ['Bot b', 'Bot d']],
  ['others, of a search', 'filter: { isDisabled: false, text: "bot" }', ['Bot a', 'Bot c', 'Bot e']],
])('the platform and admins find applications: %s, both ways', async (_, args, expected) => {
  for (const as of [chatbots.platform, chatbots.admin]) {
    const all = await list(args, as);
    expect([names(all), all.totalCount]).toEqual([expected, expected.length]);
  }
  const first = await list(`${args}, first: 1`);
  expect(names(await list(`${args}, after: "${first.pageInfo['endCursor']!}"`))).toEqual(expected.slice(1));
  const last = await list(`${args}, last: 1`);
  expect(names(await list(`${args}, last: 9, before: "${last.pageInfo['startCursor']!}"`))).toEqual(
    expected.slice(0, -1),
  );
});

test('an application may not', async () => {
  const { errors } = await chatbots.graphql(
    '{ applications(filter: { isDisabled: true }) { totalCount } }',
    {},
    token,
  );

  expect(errors[0]?.extensions['code']).toBe('FORBIDDEN');
});
