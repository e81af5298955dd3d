import { AuthError, type Parameters } from '@trading-platform/auth-core';
import type { PasswordProblem } from '../../page/index.js';

/** The problem of a new password, and the status and the delay of the page that reports it. */
export interface PasswordRefusal {
  readonly status: number;
  readonly problem: PasswordProblem;
  readonly retryAfterSeconds?: number | undefined;
}

/** Reads the new password of a form, which a person has typed twice. */
export function typedPassword(form: Parameters): string | PasswordRefusal {
  const password = form.get('new_password');
  const repeated = form.get('repeated_password');
  if (password === undefined || repeated === undefined) return { status: 400, problem: 'missing-password' };
  return password === repeated ? password : { status: 400, problem: 'password-mismatch' };
}

/** Returns how to show the page again after an error that a person can avoid. Throws any other error again. */
export function passwordRefusal(error: unknown): PasswordRefusal {
  if (!(error instanceof AuthError)) throw error;
  const { code, retryAfterSeconds } = error;
  switch (code) {
    case 'password-too-short':
    case 'password-too-long':
    case 'password-leaked':
    case 'password-unchanged':
    case 'value-invalid':
      return { status: 400, problem: code };
    case 'overloaded':
      return { status: 503, problem: 'busy', retryAfterSeconds };
    default:
      throw error;
  }
}
