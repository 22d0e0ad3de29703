import type { SiteTexts } from './site-en';

export const siteFr: SiteTexts = {
  mainNavigation: 'Principale',
  headwords: 'Par traduction',
  forDevelopers: 'Pour les développeurs',
  desk: 'Pour la rédaction',
  apiDocumentation: 'Documentation de l’API',
  playground: 'Bac à sable GraphQL',
  headwordsIntro:
    'Tapez un mot français, anglais ou d’une autre langue de traduction pour trouver les mots qui le traduisent.',
  wordToTranslate: 'Mot d’une autre langue',
  onlyLanguage: 'Seulement en {language}',
  anyLanguage: 'Dans toutes les langues',
  noHeadwords: 'Aucun mot trouvé pour « {text} ».',
  recordingOf: 'Enregistrement : {of}',
  spokenBy: 'Voix : {name}',
  madeBy: 'Par {name}',
  unavailableHint: 'Veuillez réessayer dans un instant.',
  failed: 'Une erreur est survenue',
};
