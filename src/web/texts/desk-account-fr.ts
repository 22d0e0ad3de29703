import type { AccountTexts } from './desk-account-en';

export const accountFr: AccountTexts = {
  title: 'Compte',
  lostPassword:
    'Si vous avez perdu le mot de passe, demandez à un administrateur un lien pour en choisir un nouveau.',

  changePassword: 'Changer le mot de passe',
  present: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  again: 'Confirmation du nouveau mot de passe',
  presentWrong: 'Ce n’est pas votre mot de passe actuel.',
  notTheSame: 'Les deux nouveaux mots de passe sont différents.',
  othersEnd: 'Vous restez connecté ici et êtes déconnecté partout ailleurs. Les clés d’API restent valables.',

  agreement: 'Si vous perdez votre mot de passe',
  agree:
    'Les responsables de mes dictionnaires peuvent créer pour moi un lien de réinitialisation du mot de passe',
  agreeHint:
    'La personne qui crée ce lien pourrait se connecter à votre place. Les administrateurs peuvent toujours en créer un.',

  keys: 'Clés d’API',
  keysHint:
    'Une clé permet à un programme d’agir avec vos droits, dans les limites de la clé. Toute personne qui a la clé peut s’en servir : créez une clé par programme.',
  noKeys: 'Aucune clé d’API.',
  keyName: 'Nom du programme',
  key: 'Clé',
  scope: 'Peut',
  scopes: {
    READ: 'lire',
    WRITE: 'écrire des articles et des propositions',
    COMMENT: 'commenter, modérer et voter',
    IMPORT: 'importer des fichiers',
  },
  inDictionaries: 'Dans les dictionnaires',
  allMine: 'tous les miens',
  onlyIn: 'Seulement dans ces dictionnaires',
  onlyInHint:
    'Identifiants séparés par des espaces. Laissez vide pour tous les dictionnaires dont vous êtes membre ; les administrateurs doivent les indiquer.',
  lasts: 'Durée de validité',
  days: '{n} jours',
  expires: 'Expire',
  isExpired: 'expirée',
  lastUsed: 'Dernière utilisation',
  never: 'jamais',
  revoke: 'Révoquer',
  newKey: 'Nouvelle clé d’API',
  makeKey: 'Créer la clé',
  made: 'La clé d’API',
  madeHint: 'Elle n’est affichée qu’une seule fois : copiez-la dans les réglages du programme.',
  toAccount: 'Retour au compte',

  makeLink: 'Créer un lien de réinitialisation du mot de passe',
  link: 'Lien de réinitialisation du mot de passe',
  linkFor:
    'Avec ce lien, {user} peut choisir un nouveau mot de passe, une seule fois, jusqu’au {when}. Il n’est affiché qu’une seule fois.',
  linkHint:
    'Toute personne qui a le lien peut prendre le contrôle du compte : ne l’envoyez qu’à {user}. Son utilisation met fin à toutes les sessions et clés d’API de {user}.',
  toUsers: 'Retour aux utilisateurs',

  reset: 'Choisir un nouveau mot de passe',
  resetFor: 'Pour {user}, jusqu’au {when}.',
  resetEnds: 'Vous serez déconnecté partout, et vos clés d’API seront révoquées.',
  setPassword: 'Enregistrer le mot de passe',
  unusable: 'Ce lien ne peut pas être utilisé',
  unusableHint:
    'Il a déjà servi, il a expiré, ou un lien plus récent l’a remplacé. Demandez-en un autre à la personne qui vous l’a envoyé.',
  wasSet: 'Le nouveau mot de passe est enregistré',
};
