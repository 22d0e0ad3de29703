import { randomUUID } from 'node:crypto';
import {
  Application,
  type ApplicationContent,
  type ApplicationRecord,
} from '../../domain/chatbot/application';
import { namesOf } from '../../domain/chatbot/application-names';
import { connectorsWith } from '../../domain/chatbot/connectors';
import { checkedOwnedSize } from '../../domain/chatbot/owned/owned-size';

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

/** What is needed of what is said of an application. */
export type ContentStart = Pick<ApplicationRecord, 'name' | 'email'> & Partial<ApplicationContent>;

/** A whole record: what is not given is empty. @throws Failure TOO_LARGE */
export function newApplication(start: ApplicationStart): ApplicationRecord {
  return { createdAt: new Date(), ...start, ...contentOf(start) };
}

/** What is said of an application, whole: what is not given is empty. @throws Failure TOO_LARGE */
export function contentOf(start: ContentStart): ApplicationContent {
  const content = {
    ...SILENT,
    ...{ isDisabled: false, isCompilationDisabled: false, likeCount: 0, unlikeCount: 0 },
    ...{ lists: {}, connectors: JSON.stringify(connectorsWith({}, {})), publicId: randomUUID() },
    lastUpdate: new Date().toISOString(),
    ...start,
    ...namesOf(start),
  };
  return { ...content, bytes: checkedOwnedSize(Application, content) };
}
