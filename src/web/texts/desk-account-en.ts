/** Texts of the desk about accounts: passwords, reset links and API keys. */
export const accountEn = {
  title: 'Account',
  lostPassword: 'If you have lost your password, ask an admin for a link to set a new one.',

  changePassword: 'Change the password',
  present: 'Current password',
  newPassword: 'New password',
  again: 'New password once more',
  presentWrong: 'This is not your current password.',
  notTheSame: 'The two new passwords are not the same.',
  othersEnd: 'You stay signed in here, and are signed out everywhere else. API keys stay.',

  agreement: 'When you lose your password',
  agree: 'Owners of my dictionaries may create password reset links for me',
  agreeHint: 'A person who creates this link could sign in as you. Admins can always create one.',

  keys: 'API keys',
  keysHint:
    'A key lets a program act with your rights, limited by the scope of the key. Anyone who has the key can use it: create one key per program.',
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
    'Identifiers separated by spaces. Leave empty for all dictionaries of which you are a member; admins must name them.',
  lasts: 'Valid for',
  days: '{n} days',
  expires: 'Expires',
  isExpired: 'expired',
  lastUsed: 'Last used',
  never: 'never',
  revoke: 'Revoke',
  newKey: 'New API key',
  makeKey: 'Create the key',
  made: 'The API key',
  madeHint: 'It is shown only now: copy it to the settings of the program.',
  toAccount: 'Back to the account',

  makeLink: 'Create a password reset link',
  link: 'Password reset link',
  linkFor: 'With this link, {user} can set a new password once, until {when}. It is shown only now.',
  linkHint:
    'Anyone who has the link can take over the account: send it only to {user}. Using it ends all sessions and API keys of {user}.',
  toUsers: 'Back to the users',

  reset: 'Set a new password',
  resetFor: 'For {user}, until {when}.',
  resetEnds: 'This signs you out everywhere and revokes your API keys.',
  setPassword: 'Set the password',
  unusable: 'This link cannot be used',
  unusableHint:
    'It was used before, has expired, or was replaced by a newer one. Ask the person who sent it for another one.',
  wasSet: 'The new password is set',
};

export type AccountTexts = typeof accountEn;
