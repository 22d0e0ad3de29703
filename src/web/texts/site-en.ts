/** Texts of pages for everyone that only the server renders. Devices download those of `en` and not these. */
export const siteEn = {
  mainNavigation: 'Main',
  headwords: 'From a translation',
  forDevelopers: 'For developers',
  desk: 'For editors',
  apiDocumentation: 'API documentation',
  playground: 'GraphQL playground',
  headwordsIntro:
    'Type a word of English, French or any other language of translation to find its headwords.',
  wordToTranslate: 'Word of another language',
  onlyLanguage: 'Only in {language}',
  anyLanguage: 'In any language',
  noHeadwords: 'No headword found for “{text}”.',
  recordingOf: 'Recording: {of}',
  spokenBy: 'Spoken by {name}',
  madeBy: 'By {name}',
  unavailableHint: 'Try again in a moment.',
  failed: 'Something went wrong',
};

export type SiteTexts = typeof siteEn;
