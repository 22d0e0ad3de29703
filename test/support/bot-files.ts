import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A project of Rasa 3 with every feature that its documentation shows, and some variants that people write. */
export const RASA = {
  'config.yml': `# the pipeline
recipe: default.v1
assistant_id: 20230405-114328-tranquil-mustard
language: sw
pipeline:
  - name: WhitespaceTokenizer
  - name: DIETClassifier
    epochs: 100 # more is slower
policies: null
`,
  'domain.yml': `version: "3.1"
intents:
  - greet
  - book:
      use_entities: [city]
  - faq
entities:
  - city:
      roles: [from, to]
  - day
slots:
  city:
    type: text
    mappings:
      - type: from_entity
        entity: city
responses:
  utter_welcome:
    - text: "Karibu!"
      buttons:
        - title: "Ndiyo"
          payload: /affirm
    - text: "Habari {name}"
  utter_book:
    - condition:
        - type: slot
          name: city
          value: Mombasa
      text: "Kiti kwenda {city}."
    - custom:
        type: location
  utter_faq/opening:
    - text: "yes"
session_config:
  session_expiration_time: 60
  carry_over_slots_to_new_session: true
`,
  'data/nlu.yml': `version: "3.1"
nlu:
  - intent: greet
    examples: |
      - Habari
      - Habari za asubuhi
      - Hujambo
  - intent: book
    examples: |
      - Nataka kiti kutoka [Dodoma]{"entity": "city", "role": "from"} kwenda [Mombasa]{"entity": "city", "role": "to"}
      - Kiti cha [kesho](day) 😀 kwenda [Ŋgorongoro](city)
      -   Kwenda [NBO]{"entity": "city", "value": "Nairobi"}

  - intent: faq/opening
    examples:
      - text: |
          Mnafungua saa ngapi?
        metadata:
          sentiment: neutral
      - text: Saa za kazi
  - synonym: Nairobi
    examples: |
      - NBO
      - Jiji la kijani
  - synonym: nothing known
    examples: |
      - kitu
  - synonym: Nairobi
    examples: []
  - lookup: city
    examples: |
      - Mombasa
      - Nairobi
  - regex: phone
    examples: |
      - \\d{10}
`,
  'data/more/nlu.yml': `version: "3.1"
nlu:
- intent: greet
  examples: |
    - Shikamoo
`,
  'data/rules.yml': `version: "3.1"
rules:
  - rule: welcome
    steps:
      - intent: greet
      - action: utter_welcome
`,
  'data/stories.yml': `version: "3.1"
stories:
  - story: books
    steps:
      - intent: book
        entities:
          - city: Mombasa
      - action: utter_book
`,
  'actions/actions.py': 'from rasa_sdk import Action\n',
  'credentials.yml': 'telegram:\n  access_token: "SECRET-1234"\n',
  'endpoints.yml': 'action_endpoint:\n  url: "https://user:SECRET-5678@example.org/"\n',
};

const json = (value: unknown) => JSON.stringify(value, null, 2);

const speech = (lang: string, texts: readonly string[]) => ({
  type: '0',
  title: '',
  textToSpeech: '',
  lang,
  speech: texts,
  condition: '',
});

/** An agent of Dialogflow ES in two languages. */
export const DIALOGFLOW = {
  'package.json': json({ version: '1.0.0' }),
  'agent.json': json({
    description: '',
    language: 'en',
    displayName: 'travel',
    supportedLanguages: ['fr'],
    shortDescription: '',
    webhook: {
      url: 'https://example.org/',
      username: 'SECRET-user',
      headers: { key: 'SECRET-1' },
      available: true,
    },
    defaultTimezone: 'Africa/Douala',
    rankingThreshold: 0.3,
  }),
  'intents/book.json': json({
    id: '0f1b',
    name: 'book',
    auto: true,
    contexts: ['travel'],
    responses: [
      {
        resetContexts: false,
        action: 'book',
        affectedContexts: [{ name: 'travel', lifespan: 5 }],
        parameters: [
          {
            id: 'a1',
            name: 'to',
            required: true,
            dataType: '@city',
            value: '$to',
            defaultValue: '',
            isList: false,
            prompts: [
              { lang: 'en', value: 'Where to?' },
              { lang: 'fr', value: 'Où ?' },
            ],
            promptMessages: [],
          },
          { id: 'a2', name: 'when', required: false, dataType: '@sys.date', value: '$when', isList: false },
        ],
        messages: [
          speech('en', ['A seat to $to for $5.', 'Off to $to!']),
          speech('fr', ['Une place pour $to.']),
          { type: '4', payload: { kind: 'card' }, lang: 'en' },
          { ...speech('en', ['On the phone']), platform: 'TELEPHONY' },
        ],
        speech: [],
      },
    ],
    priority: 500000,
    webhookUsed: false,
    fallbackIntent: false,
    events: [],
  }),
  'intents/book_usersays_en.json': json([
    {
      id: 'u1',
      data: [
        { text: 'a seat to ', userDefined: false },
        { text: 'Yaoundé', alias: 'to', meta: '@city', userDefined: true },
        { text: ' 😀 ', userDefined: false },
        { text: 'today', alias: 'when', meta: '@sys.date', userDefined: false },
      ],
      isTemplate: false,
      count: 3,
      updated: 1600000000,
    },
    { id: 'u2', data: [{ text: 'book me a bus', userDefined: false }], isTemplate: false, count: 0 },
  ]),
  'intents/book_usersays_fr.json': json([
    { id: 'u3', data: [{ text: 'une place', userDefined: false }], isTemplate: false, count: 0, lang: 'fr' },
  ]),
  'intents/Default Fallback Intent.json': json({
    id: '0f1c',
    name: 'Default Fallback Intent',
    responses: [{ messages: [{ type: 0, lang: 'en', speech: 'Pardon?' }] }],
    fallbackIntent: true,
  }),
  'entities/city.json': json({ id: 'e1', name: 'city', isOverridable: true, isEnum: false, isRegexp: false }),
  'entities/city_entries_en.json': json([
    { value: 'Yaoundé', synonyms: ['Yaoundé', 'capital'] },
    { value: 'Douala', synonyms: ['Douala'] },
  ]),
  'entities/city_entries_fr.json': json([{ value: 'Yaoundé', synonyms: ['Yaoundé', 'la capitale'] }]),
};

/** A project of CLU, with offsets in UTF-16 code units. */
export const CLU = {
  'project.json': json({
    projectFileVersion: '2023-04-01',
    stringIndexType: 'Utf16CodeUnit',
    metadata: {
      projectKind: 'Conversation',
      settings: { confidenceThreshold: 0.7 },
      projectName: 'travel',
      multilingual: true,
      description: 'Buses',
      language: 'sw',
    },
    assets: {
      projectKind: 'Conversation',
      intents: [{ category: 'None' }, { category: 'book' }],
      entities: [
        {
          category: 'city',
          compositionSetting: 'combineComponents',
          list: {
            sublists: [
              {
                listKey: 'Mombasa',
                synonyms: [
                  { language: 'sw', values: ['Mombasa', 'Mvita'] },
                  { language: 'fr', values: ['Mombassa'] },
                ],
              },
              { listKey: 'Nairobi', synonyms: [] },
            ],
          },
          prebuilts: [{ category: 'Geography.Location' }],
        },
        {
          category: 'phone',
          regex: { expressions: [{ regexKey: 'a', language: 'sw', regexPattern: '\\d+' }] },
        },
      ],
      utterances: [
        {
          text: 'Kiti 😀 kwenda Mombasa',
          language: 'sw',
          intent: 'book',
          dataset: 'Train',
          entities: [{ category: 'city', offset: 15, length: 7 }],
        },
        { text: 'Une place', language: 'fr', intent: 'book', dataset: 'Test', entities: [] },
        { text: 'Nataka kiti', intent: 'book', entities: [] },
      ],
    },
  }),
};

/** Writes files into a new folder and returns its path. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'griot-bot-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
