import type { DeskBots } from './desk-bots-en';

/** What the desk says of applications and what they own. */
export const botsFr: DeskBots = {
  findApplication: 'Nom ou adresse électronique',
  noApplications: 'Il n’y a pas de telles applications.',
  botFields: 'Domaines',
  noFields: 'Il n’y a pas encore de domaines.',
  intents: 'Intentions',
  noIntents: 'Il n’y a pas d’intentions ici.',
  entities: 'Entités',
  noEntities: 'Il n’y a pas d’entités ici.',
  conversations: 'Conversations',
  noConversations: 'Il n’y a pas encore de conversations.',
  conversation: 'Conversation {n}',
  requests: 'messages',
  person: 'Personne',
  bot: 'Robot',
  unresolved: 'Non compris',
  unresolvedHint:
    'Ce que les gens ont dit et qu’aucune intention n’a compris, le plus fréquent d’abord. Ouvrez un domaine pour le lui apprendre.',
  teachHint:
    'Choisissez l’intention qu’exprime un message : il devient un de ses énoncés, et compte aussitôt.',
  noUnresolved: 'Tout a été compris.',
  teach: 'Apprendre',
  intent: 'Intention',
  inactive: 'inactive',
  utterances: 'Énoncés',
  utterancesHint: 'Un par ligne.',
  otherLanguage: 'Une autre langue',
  otherUtterances: 'Énoncés dans cette langue',
  entityValues: 'Valeurs',
  entityValuesHint: 'Une par ligne, suivie de ses synonymes : Mombasa | Mvita | la côte',
  asJson: 'En JSON',
  fromDictionary: 'D’autres valeurs viennent du dictionnaire {dictionary}.',
  changedElsewhere:
    'Rien n’est enregistré, car quelqu’un l’a changé entre-temps. Voici ce qui est enregistré :',
};
