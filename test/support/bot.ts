import type { ChatbotServer } from './applications';

/** The objects that an owner creates, by the member of the payload that contains each. */
const CREATE = {
  field: 'mutation ($name: String!) { createField(input: { name: $name }) { field { id } } }',
  entity:
    'mutation ($field: ID!, $input: EntityInput!) { createEntity(fieldId: $field, input: $input) { entity { id } } }',
  intent:
    'mutation ($field: ID!, $input: IntentInput!) { createIntent(fieldId: $field, input: $input) { intent { id } } }',
  template:
    'mutation ($field: ID!, $input: TemplateInput!) { createTemplate(fieldId: $field, input: $input) { template { id } } }',
  conversation: 'mutation { createConversation(input: { userLanguage: "sw" }) { conversation { id } } }',
};

/** A bot that books seats in Swahili, in a new field. */
export interface Bot {
  readonly field: string;
  readonly conversation: string;
  /** Creates an object and returns its global identifier. */
  readonly created: (of: keyof typeof CREATE, variables?: object) => Promise<string>;
}

/** Creates the bot for an application that is logged in. */
export async function botOf({ execute }: Pick<ChatbotServer, 'execute'>, token: string): Promise<Bot> {
  const created: Bot['created'] = async (of, variables = {}) => {
    const data: Readonly<Record<string, unknown>> = await execute(CREATE[of], variables, token);
    const [payload] = Object.values(data) as Readonly<Record<string, { readonly id: string }>>[];
    return String(payload?.[of]?.id);
  };
  const field = await created('field', { name: 'travel' });
  const conversation = await created('conversation');
  await created('entity', {
    field,
    input: {
      entityName: 'city',
      entityValues: {
        values: [
          { value: 'Ŋgorongoro', synonyms: ['crater'] },
          { value: 'Mombasa', synonyms: [] },
        ],
      },
    },
  });
  await created('entity', {
    field,
    input: {
      entityName: 'day',
      language: 'sw',
      entityValues: { values: [{ value: 'kesho' }, { value: 'wiki ijayo' }] },
    },
  });
  await created('intent', {
    field,
    input: {
      intentName: 'BOOK',
      intentUtterances: {
        sw: ['Nihifadhie kiti kwenda Mombasa', 'Nataka kiti cha basi', 'Weka nafasi ya basi kesho'],
      },
      intentParams: {
        parameters: [
          { name: 'to', entity: 'city', prompts: { sw: ['Unakwenda wapi?'], fr: ['Où allez-vous ?'] } },
          { name: 'on', entity: 'day', prompts: { sw: ['Siku gani?'] } },
        ],
        template: 'BOOKED',
      },
    },
  });
  await created('intent', {
    field,
    input: { intentName: 'GREET', intentUtterances: { sw: ['Habari', 'Habari za asubuhi', 'Hujambo'] } },
  });
  await created('template', {
    field,
    input: { templateName: 'BOOKED', templateResponses: { sw: ['Kiti kwenda {to}, {on}.'] } },
  });
  await created('template', {
    field,
    input: { templateName: 'GREET', templateResponses: { sw: ['Karibu!'], fr: ['Bienvenue !'] } },
  });
  return { field, conversation, created };
}
