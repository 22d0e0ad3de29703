/** Names that the interface spells otherwise than in the manner of the others. */
const SPELLED: Readonly<Record<string, string>> = {
  company: 'compagny',
  compilers: 'fields_compiler',
  corpora: 'corpus',
  isActive: 'active',
  isCompilationDisabled: 'disable_compilation',
  isDisabled: 'disable_application',
  likeCount: 'like',
  number: 'public_id',
  unlikeCount: 'unlike',
};

/** The name that the documented interface gives to a field of applications and what they own. */
export function wireName(field: string): string {
  return SPELLED[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Names of connectors in older files. */
const OLDER_CONNECTORS: Readonly<Record<string, string>> = {
  voiceAssistantSkills: 'voiceAssistant',
  enterpriseBotFramework: 'botFramework',
  telephonySms: 'telephony',
};

export function connectorName(wire: string): string {
  const name = wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return OLDER_CONNECTORS[name] ?? name;
}
