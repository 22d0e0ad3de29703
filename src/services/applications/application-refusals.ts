import type { ApplicationRecord } from '../../domain/chatbot/application';
import { Failure, type FailureReason } from '../../shared/failure';
import { applicationActor } from '../audit/audit.service';
import { LoginFailure } from '../accounts/login-failure';

/** @param tried the application that somebody tried to log in as */
export function wrongPassword(tried?: ApplicationRecord): Failure {
  return refusal('PASSWORD_WRONG', 'Incorrect password for this application', tried);
}

/** @param tried as above */
export function lockedOut(tried?: ApplicationRecord): Failure {
  return refusal('APPLICATION_DISABLED', 'This application account has been disabled', tried);
}

/** Without it nobody could make another application. */
export function platformDisabled(): Failure {
  return new Failure('PLATFORM_KEPT', 'The platform’s own application cannot be disabled');
}

/** Source of the texts: interface decisions, section 3, A4. */
function refusal(reason: FailureReason, message: string, tried: ApplicationRecord | undefined): Failure {
  return tried ? new LoginFailure(reason, message, applicationActor(tried)) : new Failure(reason, message);
}
