/** Texts of the desk about accounts: passwords, reset links and API keys. */
export const accountEn = {
  title: 'Account',
  lostPassword: 'If you have lost the password, ask an admin for a link with which you set a new one.',

  changePassword: 'Change the password',
  present: 'Present password',
  newPassword: 'New password',
  again: 'New password once more',
  presentWrong: 'This is not your present password.',
  notTheSame: 'The two new passwords are not the same.',
  othersEnd: 'You stay signed in here, and are signed out everywhere else. API keys stay.',

  agreement: 'When you lose your password',
  agree: 'Owners of my dictionaries may give me a link for a new password',
  agreeHint: 'Whoever makes such a link could sign in as you. Admins may make one in any case.',

  keys: 'API keys',
  keysHint:
    'With a key, a program does what you may do, as far as the key allows. Whoever has the key can do it too: give each program its own.',
  noKeys: 'There are no API keys.',
  keyName: 'Name of the program',
  key: 'Key',
  scope: 'May',
  scopes: {
    READ: 'read',
    WRITE: 'write articles and proposals',
    COMMENT: 'comment, moderate and vote',
    IMPORT: 'import files',
  },
  inDictionaries: 'In dictionaries',
  allMine: 'all of mine',
  onlyIn: 'Only in these dictionaries',
  onlyInHint:
    'Identifiers with spaces between them. Empty means all that you are a member of; admins name them.',
  lasts: 'Valid for',
  days: '{n} days',
  expires: 'Expires',
  isExpired: 'expired',
  lastUsed: 'Last used',
  never: 'never',
  revoke: 'Revoke',
  newKey: 'New API key',
  makeKey: 'Make the key',
  made: 'The API key',
  madeHint: 'It is shown only now: copy it to where the program keeps its secrets.',
  toAccount: 'Back to the account',

  makeLink: 'Make a link for a new password',
  link: 'Link for a new password',
  linkFor: 'With this link, {user} sets a new password, once, until {when}. It is shown only now.',
  linkHint:
    'Whoever has the link can take over the account: send it only to {user}. Sessions and API keys of {user} end when it is used.',
  toUsers: 'Back to the users',

  reset: 'Set a new password',
  resetFor: 'For {user}, until {when}.',
  resetEnds: 'You will be signed out everywhere, and API keys end.',
  setPassword: 'Set the password',
  unusable: 'This link cannot be used',
  unusableHint:
    'It was used before, has expired, or a newer one was made. Ask whoever gave it to you for another one.',
  wasSet: 'The new password is set',
};

export type AccountTexts = typeof accountEn;
