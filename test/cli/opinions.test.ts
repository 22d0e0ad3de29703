import type { AccountServer } from '../support/accounts';
import { useCommandServer } from '../support/command-server';
import { liftEntry, liftOf, writtenFile } from '../support/canonical-lift';
import { type CommandResult, runCommand } from '../support/command';

let accounts: AccountServer;
let id: string;

useCommandServer('lift', (given) => {
  ({ accounts, id } = given);
});

const run = (command: string, ...args: string[]): Promise<CommandResult> =>
  runCommand(command, args, accounts.server.env);

const SAY = `mutation ($id: ID!) {
  createComment(input: { dictionary: $id, number: "1", text: "so it is" }) { comment { publicId } userErrors { message } }
  voteOnArticle(dictionary: $id, number: "1", vote: LIKE) { userErrors { message } }
}`;

const SAID = `query ($id: ID!) { article(dictionary: $id, number: "1") { likeCount
  comments { nodes { text username likeCount createdAt } } } }`;

test('comments, votes and their users are exported without secrets, and imported once', async () => {
  const path = writtenFile(liftOf(liftEntry('1', 'one')));
  for (const name of [id, `${id}_b`]) await run('import', path, `--dictionary=${name}`);
  const { data, errors } = await accounts.graphql(SAY, { id }, accounts.reader);
  expect(errors).toEqual([]);
  const { publicId } = (data as { createComment: { publicId: string } }).createComment;
  await accounts.graphql(
    `mutation ($of: ID!) { voteOnComment(publicId: $of, vote: UNLIKE) { userErrors { message } } }`,
    { of: publicId },
    accounts.reader,
  );

  const out = await run('export', '--format=comments', id);
  expect(out.stdout.split('\n').map((line) => line.slice(0, 8))).toEqual([
    '{"user":',
    '{"commen',
    '{"vote":',
    '{"vote":',
    '',
  ]);
  expect(out.stdout).not.toMatch(/password|argon|hash/iu);

  const other = '7f1e2d3c-0000-4000-8000-000000000001';
  const text = out.stdout.replaceAll('"reader"', '"newcomer"').replaceAll(publicId, other);
  const file = writtenFile(
    `${text}{"vote":{"article":"none","user":"newcomer","vote":"like"}}\n`,
    'said.jsonl',
  );
  const into = [file, `--dictionary=${id}_b`];
  const dry = await run('import', ...into, '--dry-run');
  const first = await run('import', ...into);
  for (const { stdout } of [dry, first])
    expect(stdout).toMatch(
      /users: 1 added.*\ncomments: 1 added.*\nvotes: 2 added.*\n {2}Line 5 was refused: .* no article none/u,
    );
  expect((await run('import', ...into)).stdout).toContain('Nothing changed.');

  const [before, after] = await Promise.all(
    [id, `${id}_b`].map(async (name) => (await accounts.graphql(SAID, { id: name }, accounts.admin)).data),
  );
  expect(JSON.stringify(after)).toBe(JSON.stringify(before).replace('"reader"', '"newcomer"'));
  expect(after).toMatchObject({ article: { likeCount: 1, comments: { nodes: [{ text: 'so it is' }] } } });
  const basic = ['newcomer', 'any password at all'] as const;
  expect((await accounts.rest('GET', '/lexicon/login', { basic })).status).toBe(403);
});

test('votes that an import of articles has already counted are not counted twice', async () => {
  const article = {
    id_article: 1,
    public_id: 'v',
    article: { entry: { headword: 'v' } },
    like: 3,
    unlike: 0,
  };
  await run('import', writtenFile(`${JSON.stringify(article)}\n`, 'v.jsonl'), `--dictionary=${id}`);
  const votes = [
    '{"vote":{"article":"v","user":"reader","vote":"like"}}',
    '{"vote":{"article":"v","user":"reader","vote":"up"}}',
  ];
  const { stdout } = await run('import', writtenFile(votes.join('\n'), 'votes.jsonl'), `--dictionary=${id}`);

  expect(stdout).toContain('votes: 1 added, 0 known.');
  expect(stdout).toContain('Line 2 was refused: vote must be like or unlike');
  expect((await accounts.graphql(SAID, { id }, accounts.admin)).data).toMatchObject({
    article: { likeCount: 3 },
  });
  expect((await run('doctor')).code).toBe(0);
});
