import { html, type Html } from '../../../../shared/html';
import type { Read } from '../../../documents';
import { fillText } from '../../../locale-texts';
import { dateTimeText } from '../../desk-locale';
import { faultList, type Faults, faultsOf, field, NO_FAULTS } from '../../fields';
import type { Form } from '../../form';
import type { DeskLocale, DeskPage } from '../../desk-context';
import { runMutation } from '../../mutations';
import { SIGN_IN } from '../sign-in-page';

/** The page for a person with a reset link who is not signed in. */
export interface ResetVisit {
  /** The secret part of the link. */
  readonly token: string;
  readonly form: Form;
  readonly locale: DeskLocale;
  readonly read: Read;
}

interface Reset {
  readonly username: string;
  readonly expiresAt: string;
}

/**
 * The page of a password reset link. Opening it does not use up the link, because programs that deliver messages open links too. The form
 * is submitted to the URL of the page, so that only those who have the link can submit it.
 */
export async function showReset(context: ResetVisit, faults: Faults = NO_FAULTS): Promise<DeskPage> {
  const { token, locale, read } = context;
  const { passwordReset } = await read<{ readonly passwordReset: Reset | null }>('password-reset', { token });
  if (!passwordReset) return unusable(locale);
  const { username, expiresAt } = passwordReset;
  const { desk } = locale;
  const words = desk.accounts;
  return {
    title: words.reset,
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${words.reset}</h1>
      <p class="below">
        ${fillText(words.resetFor, { user: username, when: dateTimeText(locale, expiresAt) })}
        ${words.resetEnds}
      </p>
      ${faultList(faults, locale, { newPassword: words.newPassword, again: words.again })}
      <form class="narrow below" method="post">
        <input type="text" name="username" value="${username}" autocomplete="username" hidden />
        ${newPasswordFields(desk, faults)}
        <button>${words.setPassword}</button>
      </form>`,
  };
}

/** Returns two fields for a new password, since the typed text is invisible. */
export function newPasswordFields(desk: DeskLocale['desk'], faults: Faults): Html {
  const more = html`autocomplete="new-password"`;
  const { newPassword, again } = desk.accounts;
  return html`${field({ name: 'newPassword', label: newPassword, type: 'password', isRequired: true, hint: desk.passwordHint, more }, faults)}
  ${field({ name: 'again', label: again, type: 'password', isRequired: true, more }, faults)}`;
}

/** Returns a fault if the two new passwords differ. */
export function differing(form: Form, { desk }: DeskLocale): Faults {
  if (form.text('newPassword') === form.text('again')) return NO_FAULTS;
  return new Map([['again', desk.accounts.notTheSame]]);
}

/** Sets the submitted password. */
export async function usedReset(context: ResetVisit): Promise<DeskPage> {
  const { token, form, locale, read } = context;
  const differ = differing(form, locale);
  if (differ.size > 0) return showReset(context, differ);
  const { errors } = await runMutation({ read, locale }, 'reset-password', {
    token,
    newPassword: form.text('newPassword'),
  });
  // The page itself says that a link has expired.
  if (errors.length > 0) return showReset(context, faultsOf(errors));
  const { desk } = locale;
  return {
    title: desk.accounts.wasSet,
    main: html`<h1>${desk.accounts.wasSet}</h1>
      <p><a href="${SIGN_IN}">${desk.signIn}</a></p>`,
  };
}

function unusable({ desk }: DeskLocale): DeskPage {
  const { accounts: account } = desk;
  return {
    title: account.unusable,
    status: 404,
    main: html`<h1>${account.unusable}</h1>
      <p>${account.unusableHint}</p>`,
  };
}
