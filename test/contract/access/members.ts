import { type ChatbotServer, PASSWORD } from '../../support/applications';
import { wav } from '../../support/media-files';

/** Users who are members of the dictionary `mine`; an outsider owns another one, where nothing happens. */
const MEMBERS_OF = { reader: 'mine', contributor: 'mine', editor: 'mine', owner: 'mine', outsider: 'other' };
export type Member = keyof typeof MEMBERS_OF;

/** Makes two dictionaries with members, and objects in `mine`. @returns what operations name of them */
export async function makeDictionaries(server: ChatbotServer): Promise<Readonly<Record<string, string>>> {
  const { rest, graphql, admin } = server;
  for (const id_dico of ['mine', 'other'])
    await rest('POST', '/lexicon/metadata', { token: admin, body: { metadata: { id_dico } } });
  for (const [username, dictionary] of Object.entries(MEMBERS_OF)) {
    const user = { username: `the ${username}`, password: PASSWORD };
    await rest('POST', '/lexicon/users', { token: admin, body: { user } });
    const role = username === 'outsider' ? 'OWNER' : username.toUpperCase();
    const made = `setDictionaryMember(dictionary: "${dictionary}", user: "the ${username}", role: ${role})`;
    const { errors } = await graphql(`mutation { ${made} { dictionaryMember { role } } }`, {}, admin);
    expect(errors).toEqual([]);
  }
  // Nobody but the admin decides who remains the last owner.
  const second = 'setDictionaryMember(dictionary: "mine", user: "root", role: OWNER)';
  await graphql(`mutation { ${second} { dictionaryMember { role } } }`, {}, admin);
  const body = { article: { entry: { headword: 'ile' } } };
  await rest('POST', '/lexicon/articles/mine', { token: admin, body });
  const { data } = await graphql(
    'mutation { createComment(input: { dictionary: "mine", number: "1", text: "so" }) { comment { publicId } userErrors { code } } }',
    {},
    admin,
  );
  const found = data['createComment'] as { comment?: { publicId: string }; publicId?: string };
  const { importId } = await server.server.gateway.importHistory.begin({
    dictionaryId: 'mine',
    file: 'a.csv',
    by: 'Root',
    state: 'checking',
    options: { overwrite: false, skipBadEntries: false, missing: 'keep' },
  });
  const proposed = await rest('POST', '/graphql', {
    token: admin,
    body: {
      query:
        'mutation { proposeArticle(dictionary: "mine", input: { source: 1 }) { proposal { proposalId: publicId } userErrors { code } } }',
    },
  });
  const { data: made } = proposed.body as unknown as {
    data: { proposeArticle: { proposal: { proposalId: string } } };
  };
  const proposal = made.proposeArticle.proposal.proposalId;
  return {
    dictionary: 'mine',
    proposal,
    import: importId,
    media: await makeMedia(server),
    publicId: found.publicId ?? found.comment?.publicId ?? '',
  };
}

/** Makes a recording of the article in `mine`. @returns its identifier */
export async function makeMedia({ server }: ChatbotServer): Promise<string> {
  const labels = { description: null, lang: null, speaker: null, license: null };
  const file = { dictionaryId: 'mine', number: 1, name: 'ile.wav', addedBy: 'Root' };
  return (await server.gateway.media.store({ ...file, ...labels }, wav(9))).mediaId;
}
