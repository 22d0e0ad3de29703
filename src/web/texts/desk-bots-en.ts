/** What the desk says of applications and what they own. */
export const botsEn = {
  findApplication: 'Name or email address',
  noApplications: 'There are no such applications.',
  botFields: 'Fields',
  noFields: 'There are no fields yet.',
  intents: 'Intents',
  noIntents: 'There are no intents here.',
  entities: 'Entities',
  noEntities: 'There are no entities here.',
  conversations: 'Conversations',
  noConversations: 'There are no conversations yet.',
  conversation: 'Conversation {n}',
  requests: 'requests',
  person: 'Person',
  bot: 'Bot',
  unresolved: 'Not understood',
  unresolvedHint:
    'What people said and no intent understood, the most frequent first. Open a field to teach it.',
  teachHint:
    'Choose the intent that a message expresses: it becomes one of its utterances, and counts at once.',
  noUnresolved: 'Everything was understood.',
  teach: 'Teach',
  intent: 'Intent',
  inactive: 'inactive',
  utterances: 'Utterances',
  utterancesHint: 'One in a line.',
  otherLanguage: 'Another language',
  otherUtterances: 'Utterances in it',
  entityValues: 'Values',
  entityValuesHint: 'One in a line, with its synonyms behind it: Mombasa | Mvita | the coast',
  asJson: 'As JSON',
  fromDictionary: 'More values come from the dictionary {dictionary}.',
  changedElsewhere: 'Nothing is saved, because somebody changed it meanwhile. This is what is stored now:',
};

export type DeskBots = typeof botsEn;
