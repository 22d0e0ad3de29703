import type { ImportWords } from './desk-imports-en';

/** Reasons why data of a file is not in the dictionary, by the codes of the import report. */
export const importsFr: ImportWords = {
  lossReasons: {
    UNKNOWN_MEMBER: 'inconnu du format',
    WHITE_SPACE: 'seulement des espaces',
    XML_PROLOGUE: 'avant le premier élément',
    REFUSED_ENTRY: 'l’entrée a été refusée',
    OVER_LIMIT: 'trop grand',
    COMMENT: 'un commentaire',
    SECRET: 'un secret',
    NO_PLACE: 'le format n’a pas de place pour cela',
  },
  problemKinds: {
    NOT_XML: 'Ce n’est pas du XML bien formé.',
    WRONG_ROOT: 'Le fichier n’a pas l’élément attendu.',
    CUT_FILE: 'Le fichier est incomplet.',
    WRONG_ENCODING: 'L’encodage du fichier est autre.',
    OVER_LIMIT: 'C’est trop grand.',
    DUPLICATE_ID: 'L’identifiant est utilisé deux fois.',
    EXTRA_CELLS: 'La ligne a plus de cellules que le tableau n’a de colonnes.',
    ERROR_CELL: 'La cellule a une erreur de tableur, gardée pour l’export seulement.',
    LIKE_TOTALS: 'La ligne ressemble à des totaux.',
    NO_VALUE: 'La formule n’a pas de valeur : ouvrez le fichier dans un tableur et enregistrez-le.',
    CONTROL_CHARACTER: 'Le texte contient un caractère de contrôle, qui n’est pas du texte.',
    REFUSED_ENTRY: 'L’entrée ne peut pas être enregistrée.',
    NOT_A_TABLE: 'Ce n’est pas un tableau lisible.',
    NOT_READ: 'Une partie de la ligne n’a pas pu être lue.',
    NOT_JSON: 'Ce n’est pas du JSON.',
    NOT_YAML: 'Ce n’est pas du YAML.',
    NOT_A_PACKAGE: 'Ce n’est pas une archive lisible.',
    MISSING_FILE: 'Un fichier nommé par l’entrée manque.',
    REFUSED_FILE: 'Un fichier a été refusé.',
  },
};
