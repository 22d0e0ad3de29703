import type { FailureReason } from '../../shared/failure';
import { fr } from './fr';

/** French names of failures. The message of the server follows them. */
export const failuresFr: Readonly<Record<FailureReason, string>> = {
  INVALID_INPUT: 'Une valeur ne convient pas.',
  DICTIONARY_UNNAMED: 'Le dictionnaire doit avoir un identifiant ou un nom abrégé.',
  EMAIL_INVALID: 'Ce n’est pas une adresse électronique valide.',
  BODY_MALFORMED: 'Le formulaire reçu est incomplet.',
  PLATFORM_KEPT: 'L’application de la plateforme elle-même ne peut être ni désactivée ni supprimée.',
  UNAUTHENTICATED: 'La session est terminée. Reconnectez-vous.',
  PASSWORD_WRONG: 'Le mot de passe est incorrect.',
  APPLICATION_DISABLED: 'L’application est désactivée.',
  TOKEN_INVALID: 'La session est terminée. Reconnectez-vous.',
  TOKEN_REVOKED: 'La session est terminée. Reconnectez-vous.',
  APPLICATION_MISMATCH: 'La session est celle d’une autre application.',
  FORBIDDEN: 'Votre compte n’a pas le droit de faire cela.',
  LOGIN_REFUSED: 'Le nom ou le mot de passe est incorrect, ou le compte est désactivé.',
  COMPILATION_DISABLED: 'L’application n’accepte pas de nouveaux compilateurs.',
  NOT_FOUND: fr.notFoundHint,
  CONTENT_MISSING: 'L’article n’a pas de contenu, ou n’existe pas.',
  DICTIONARY_NOT_FOUND: 'Ce dictionnaire n’existe pas.',
  CONFLICT: 'Ce nom, cette adresse ou cet identifiant est déjà pris, ou l’objet est dans un autre état.',
  KEY_REUSED: 'La clé de répétition a déjà servi à une autre requête.',
  REQUEST_RUNNING: 'La même requête est encore en cours.',
  ANSWER_LOST: 'La même requête a déjà été exécutée, mais sa réponse est perdue.',
  REVISION_MISMATCH: 'Une autre personne a fait une modification entre-temps. Vérifiez-la, puis réessayez.',
  CHANGES_GONE: 'Les modifications faites depuis cette date ne sont plus connues.',
  TOO_LARGE: 'Les données sont trop volumineuses.',
  QUOTA_EXCEEDED: 'Le quota est atteint.',
  URI_TOO_LONG: 'L’adresse est trop longue.',
  UNSUPPORTED_MEDIA_TYPE: 'Ce type de formulaire n’est pas accepté.',
  RATE_LIMITED: 'Trop de requêtes. Réessayez plus tard.',
  UNAVAILABLE: 'Le serveur est surchargé ou injoignable. Réessayez dans un instant.',
};

/** Translations of frequent error messages, by the end of the message. */
export const failureCasesFr: readonly (readonly [end: RegExp, words: string])[] = [
  [/must have at most (\d+) characters$/, 'Au plus $1 caractères.'],
  [/must have (\d+) to (\d+) (?:visible )?characters$/, 'De $1 à $2 caractères.'],
  [/must be (?:an integer )?from (\d+) to (\d+)$/, 'Un nombre entier de $1 à $2.'],
  [
    /must be (?:a language tag|a tag of BCP 47)\b[^:]*$/,
    'Une étiquette de langue (BCP 47), comme sw ou fr-CA.',
  ],
  [/must be a code of ISO 15924\b[^:]*$/, 'Un code d’écriture (ISO 15924), comme Latn ou Arab.'],
  [/must be an http or https URL\b[^:]*$/, 'Une adresse http ou https.'],
  [/^There is no such user$/, 'Aucun utilisateur ne porte ce nom.'],
  [/^username is taken or looks the same as an existing one$/, 'Ce nom est pris, ou ressemble à un autre.'],
  [
    /^name or email already used by another application$/,
    'Ce nom ou cette adresse est déjà pris par une autre application.',
  ],
];
