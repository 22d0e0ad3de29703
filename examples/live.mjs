// Follows what changes in a dictionary: node examples/live.mjs [dictionary]
import { createClient } from 'graphql-sse';

const url = process.env.GRIOT_URL ?? 'http://localhost:4000';
const token = process.env.GRIOT_TOKEN;
const [dictionary = 'yor_eng_fra_griot'] = process.argv.slice(2);

const client = createClient({
  url: `${url}/graphql`,
  ...(token && { headers: { 'X-Access-Token': token } }),
});

const query =
  'subscription ($dictionary: ID!) { articleChanged(dictionary: $dictionary) { articleNumber article { headword } } }';

for await (const { data, errors } of client.iterate({ query, variables: { dictionary } })) {
  if (errors) throw new Error(errors[0].message);
  const { articleNumber, article } = data.articleChanged;
  console.log(article ? `${articleNumber} ${article.headword}` : `${articleNumber} is gone`);
}
