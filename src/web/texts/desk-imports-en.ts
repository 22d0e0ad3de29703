/** Why something of a file is not in the dictionary, by the codes of the report of an import. */
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
  /** What is wrong with a file. The server itself speaks English, and says more of the case. */
  problemKinds: {} as Readonly<Record<string, string>>,
};

export type ImportWords = typeof importsEn;
