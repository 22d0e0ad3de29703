import { randomUUID } from 'node:crypto';
import type { Application, ApplicationRecord } from '../domain/chatbot/application';
import { namesOf } from '../domain/chatbot/application-names';
import { connectorsWith } from '../domain/chatbot/connectors';

/** What an application says of itself. */
export type ApplicationProfile = Pick<
  Application,
  'company' | 'country' | 'description' | 'maintainer' | 'platform' | 'photo' | 'timezone' | 'website'
>;

const SILENT: ApplicationProfile = {
  ...{ company: null, country: null, description: null, maintainer: null },
  ...{ platform: null, photo: null, timezone: null, website: null },
};

/** What makes an application; everything is checked already. */
export type ApplicationStart = Pick<ApplicationRecord, 'name' | 'email' | 'passwordHash' | 'isPlatform'> &
  Partial<ApplicationRecord>;

/** A whole record: what is not given is empty. */
export function newApplication(start: ApplicationStart): ApplicationRecord {
  const now = new Date();
  return {
    ...SILENT,
    ...{ isDisabled: false, isCompilationDisabled: false, likeCount: 0, unlikeCount: 0 },
    ...{ lists: {}, connectors: JSON.stringify(connectorsWith({}, {})), publicId: randomUUID() },
    ...{ createdAt: now, lastUpdate: now.toISOString() },
    ...start,
    ...namesOf(start),
  };
}
