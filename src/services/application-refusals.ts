import { Failure } from '../shared/failure';

/** Why an application with a known name does not get in. Source of the texts: interface decisions, section 3, A4. */
export function wrongPassword(): Failure {
  return new Failure('PASSWORD_WRONG', 'Incorrect password for this application');
}

export function lockedOut(): Failure {
  return new Failure('APPLICATION_DISABLED', 'This application account has been disabled');
}
