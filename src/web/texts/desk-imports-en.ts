/** Reasons why data of a file is not in the dictionary, by the codes of the import report. */
export const importsEn = {
  lossReasons: {
    UNKNOWN_MEMBER: 'not known to the format',
    WHITE_SPACE: 'only space',
    XML_PROLOGUE: 'before the first element',
    REFUSED_ENTRY: 'the entry was refused',
    OVER_LIMIT: 'too large',
    COMMENT: 'a comment',
    SECRET: 'a secret',
    NO_PLACE: 'the format has no place for it',
  },
  /** Translations of file problems. The server sends English messages with more details. */
  problemKinds: {} as Readonly<Record<string, string>>,
};

export type ImportWords = typeof importsEn;
