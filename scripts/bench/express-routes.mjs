import { list, one } from './plain-handlers.mjs';

/** Serves the reads of the benchmark, and sends the port to the parent process. */
export function serve(app) {
  app.get('/lexicon/articles/:dictionaryId/:number', async (request, response) => {
    const { dictionaryId, number } = request.params;
    response.json((await one(dictionaryId, number)).body);
  });
  app.get('/lexicon/articles/:dictionaryId', async (request, response) => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const { body, total } = await list(request.params.dictionaryId, query);
    if (total !== undefined) response.set('X-Total-Count', String(total));
    response.json(body);
  });
  const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}
