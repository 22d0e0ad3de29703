import { resourceTypeNamed } from '../../../../src/domain/chatbot/resource/resource-types';
import { FieldCache } from '../../../../src/services/recognition/field-cache';
import { Failure } from '../../../../src/shared/failure';
import { JsonText } from '../../../../src/shared/json';
import { runInWork, Work } from '../../../../src/shared/work';

const FIELD = 'app/1' as never;
const SYLLABLES = Array.from('bdfghjklmnprstvwyz').flatMap((consonant) =>
  Array.from('aeiou', (two) => consonant + two),
);
/** So many that no machine prepares them before the first pause. */
const WORDS = SYLLABLES.flatMap((syllable) =>
  SYLLABLES.flatMap((two) => ['a', 'e', 'i', 'o', 'u'].map((end) => `${syllable}${two}ad${end}`)),
);

/** A field whose only entity has as many values as there are words. */
function storageOf() {
  const entity = (version: number) => ({
    entityName: `word ${String(version)}`,
    entityValues: new JsonText(JSON.stringify({ values: WORDS })),
  });
  const state = { version: 1, brought: 0 };
  const resources = {
    versionsIn: (type: { name: string }) =>
      Promise.resolve(
        type === resourceTypeNamed('Entity')
          ? [
              {
                _id: 'app/1/entity',
                lastUpdate: `2026-01-0${String(state.version)}T00:00:00.000Z`,
                bytes: 1000,
              },
            ]
          : [],
      ),
    load: (_: unknown, versions: readonly unknown[]) => {
      if (versions.length > 0) state.brought++;
      return Promise.resolve(versions.map(() => entity(state.version)));
    },
  };
  return { resources, state };
}

/** A request that ends soon. */
async function request(fields: FieldCache, language: string | undefined, ms: number) {
  const work = new Work('a caller');
  const timer = setTimeout(() => {
    work.end(new Failure('UNAVAILABLE', 'The request timed out'));
  }, ms);
  try {
    return await runInWork(work, () => fields.get(FIELD, language));
  } catch (error) {
    expect(error).toMatchObject({ reason: 'UNAVAILABLE' });
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

test('a field that takes longer than a request is prepared by several, and is read once', async () => {
  const { resources, state } = storageOf();
  const fields = new FieldCache({ resources } as never);
  let requests = 1;
  let ready = await request(fields, undefined, 5);
  while (ready === undefined && requests < 500) {
    requests++;
    ready = await request(fields, undefined, 5);
  }

  expect(requests).toBeGreaterThan(1);
  expect(ready?.entities.find('babaada')).toMatchObject([{ value: 'babaada' }]);
  expect(state.brought).toBe(1);
  expect(await request(fields, undefined, 1000)).toBe(ready);
});

test('an unfinished preparation is begun again if the field has changed', async () => {
  const { resources, state } = storageOf();
  const fields = new FieldCache({ resources } as never);
  expect(await request(fields, undefined, 5)).toBeUndefined();
  state.version = 2;
  const ready = await request(fields, undefined, 60_000);

  expect(ready?.entities.find('babaada')).toMatchObject([{ entity: 'word 2' }]);
  expect(state.brought).toBe(2);
});

test('features of utterances count as memory: a field is not cached for any number of languages', async () => {
  const utterances = Array.from({ length: 450 }, (_, n) =>
    Array.from({ length: 9 }, (__, at) => WORDS[(n * 31 + at * at * 977 + n * at) % WORDS.length]).join(' '),
  );
  const intents = Array.from({ length: 50 }, (_, n) => {
    const own = utterances.slice(n * 9, (n + 1) * 9);
    return {
      intentName: `intent ${String(n)}`,
      intentUtterances: new JsonText(JSON.stringify({ sw: own })),
    };
  });
  const version = { lastUpdate: '2026-01-01T00:00:00.000Z', bytes: 600 };
  const resources = {
    versionsIn: (type: { name: string }) =>
      Promise.resolve(
        type === resourceTypeNamed('Intent')
          ? intents.map((_, n) => ({ _id: `app/1/${n}`, ...version }))
          : [],
      ),
    load: (_: unknown, versions: readonly unknown[]) => Promise.resolve(versions.length > 0 ? intents : []),
  };
  // The features of two languages have room.
  const fields = new FieldCache({ resources } as never, 8 * 1024 * 1024);
  const inLanguage = (language: string) => request(fields, language, 60_000);
  const first = await inLanguage('aa');
  const again = await inLanguage('aa');
  for (const language of ['ab', 'ac']) await inLanguage(language);

  expect(first?.intents.find(utterances[0]!).intent).toBe('intent 0');
  expect(again).toBe(first);
  expect(await inLanguage('aa')).not.toBe(first);
});
