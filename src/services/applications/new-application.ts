import {
  type ApplicationRecord,
  Application,
  type ApplicationContent,
  applicationNameKeys,
} from '../../domain/chatbot/application';
import { Failure, type FailureReason } from '../../shared/failure';
import { applicationActor } from '../audit/audit.service';
import { LoginFailure } from '../accounts/login.service';
import { randomUUID } from 'node:crypto';
import { connectorsWith } from '../../domain/chatbot/connectors';
import { checkedResourceSize } from '../../domain/chatbot/resource/resource-record';

/** @param tried the application that the caller tried to log in as */
export function wrongPassword(tried?: ApplicationRecord): Failure {
  return loginFailure('PASSWORD_WRONG', 'Incorrect password for this application', tried);
}

/** @param tried as above */
export function lockedOut(tried?: ApplicationRecord): Failure {
  return loginFailure('APPLICATION_DISABLED', 'This application account has been disabled', tried);
}

/** The error for disabling the platform's own application, without which nobody could create applications. */
export function platformDisabled(): Failure {
  return new Failure('PLATFORM_KEPT', 'The application of the platform itself cannot be disabled');
}

/** Source of the texts: interface decisions, section 3, A4. */
function loginFailure(reason: FailureReason, message: string, tried: ApplicationRecord | undefined): Failure {
  return tried ? new LoginFailure(reason, message, applicationActor(tried)) : new Failure(reason, message);
}

/** The descriptive fields of an application. */
export type ApplicationDetails = Pick<
  Application,
  'company' | 'country' | 'description' | 'maintainer' | 'platform' | 'photo' | 'timezone' | 'website'
>;

const EMPTY_PROFILE: ApplicationDetails = {
  company: null,
  country: null,
  description: null,
  maintainer: null,
  platform: null,
  photo: null,
  timezone: null,
  website: null,
};

/** The fields of a new application; all are checked already. */
export type ApplicationStart = Pick<ApplicationRecord, 'name' | 'email' | 'passwordHash' | 'isPlatform'> &
  Partial<ApplicationRecord>;

/** The required fields of an application. */
export type ContentStart = Pick<ApplicationRecord, 'name' | 'email'> & Partial<ApplicationContent>;

/** A whole record; fields that are not given are empty. @throws Failure TOO_LARGE */
export function newApplication(start: ApplicationStart): ApplicationRecord {
  return { createdAt: new Date(), ...start, ...applicationContent(start) };
}

/** The whole content of an application; fields that are not given are empty. @throws Failure TOO_LARGE */
export function applicationContent(start: ContentStart): ApplicationContent {
  const content = {
    ...EMPTY_PROFILE,
    isDisabled: false,
    isCompilationDisabled: false,
    likeCount: 0,
    unlikeCount: 0,
    lists: {},
    connectors: JSON.stringify(connectorsWith({}, {})),
    publicId: randomUUID(),
    lastUpdate: new Date().toISOString(),
    ...start,
    ...applicationNameKeys(start),
  };
  return { ...content, bytes: checkedResourceSize(Application, content) };
}
