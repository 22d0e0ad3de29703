import { Failure } from '../shared/failure';

/** Source of this text and the next: interface decisions, section 3, A4. */
export function wrongPassword(): Failure {
  return new Failure('PASSWORD_WRONG', 'Incorrect password for this application');
}

export function lockedOut(): Failure {
  return new Failure('APPLICATION_DISABLED', 'This application account has been disabled');
}

/** Without it nobody could make another application. */
export function platformDisabled(): Failure {
  return new Failure('PLATFORM_KEPT', 'The platform’s own application cannot be disabled');
}
