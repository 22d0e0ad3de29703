import { Failure, type FailureReason } from '../../shared/failure';
import type { Actor } from '../audit/audit.service';

/** A login that was refused, and whose account was tried, which is for the audit log alone. */
export class LoginFailure extends Failure {
  constructor(
    reason: FailureReason,
    message: string,
    readonly tried: Actor,
  ) {
    super(reason, message);
  }
}
