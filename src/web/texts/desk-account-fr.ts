import type { AccountTexts } from './desk-account-en';

export const accountFr: AccountTexts = {
  title: 'Compte',
  lostPassword:
    'Si vous avez perdu le mot de passe, demandez à un administrateur un lien pour en choisir un nouveau.',

  changePassword: 'Changer le mot de passe',
  present: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  again: 'Nouveau mot de passe, encore une fois',
  presentWrong: 'Ce n’est pas votre mot de passe actuel.',
  notTheSame: 'Les deux nouveaux mots de passe ne sont pas les mêmes.',
  othersEnd: 'Vous restez connecté ici et êtes déconnecté partout ailleurs. Les clés d’API restent valables.',

  agreement: 'Si vous perdez votre mot de passe',
  agree: 'Les propriétaires de mes dictionnaires peuvent me donner un lien pour un nouveau mot de passe',
  agreeHint:
    'Qui crée un tel lien pourrait se connecter à votre place. Les administrateurs le peuvent dans tous les cas.',

  keys: 'Clés d’API',
  keysHint:
    'Avec une clé, un programme fait ce que vous pouvez faire, dans les limites de la clé. Qui a la clé le peut aussi : donnez à chaque programme la sienne.',
  noKeys: 'Il n’y a pas de clé d’API.',
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
    'Identifiants séparés par des espaces. Vide : tous ceux dont vous êtes membre ; les administrateurs les nomment.',
  lasts: 'Valable',
  days: '{n} jours',
  expires: 'Expire',
  isExpired: 'expirée',
  lastUsed: 'Dernier usage',
  never: 'jamais',
  revoke: 'Révoquer',
  newKey: 'Nouvelle clé d’API',
  makeKey: 'Créer la clé',
  made: 'La clé d’API',
  madeHint: 'Elle n’est montrée que maintenant : copiez-la là où le programme garde ses secrets.',
  toAccount: 'Retour au compte',

  makeLink: 'Créer un lien pour un nouveau mot de passe',
  link: 'Lien pour un nouveau mot de passe',
  linkFor:
    'Avec ce lien, {user} choisit un nouveau mot de passe, une seule fois, jusqu’au {when}. Il n’est montré que maintenant.',
  linkHint:
    'Qui a le lien peut s’emparer du compte : ne l’envoyez qu’à {user}. Les sessions et les clés d’API de {user} prennent fin quand il est utilisé.',
  toUsers: 'Retour aux utilisateurs',

  reset: 'Choisir un nouveau mot de passe',
  resetFor: 'Pour {user}, jusqu’au {when}.',
  resetEnds: 'Vous serez déconnecté partout, et les clés d’API prennent fin.',
  setPassword: 'Enregistrer le mot de passe',
  unusable: 'Ce lien ne peut pas être utilisé',
  unusableHint:
    'Il a déjà servi, a expiré, ou un plus récent a été créé. Demandez-en un autre à qui vous l’a donné.',
  wasSet: 'Le nouveau mot de passe est enregistré',
};
