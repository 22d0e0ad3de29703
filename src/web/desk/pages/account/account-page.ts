import { Failure } from '../../../../shared/failure';
import { html, type Html } from '../../../../shared/html';
import { ACCOUNT } from '../../addresses';
import { faultList, type Faults, faultsOf, field, csrfField, NO_FAULTS } from '../../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../../desk-context';
import { runAction } from '../../mutations';
import { type AccountData, keyForm, keyInput, keyTable, revokeKey, shownOnce } from './api-keys';
import { differing, newPasswordFields } from './reset-page';

/** The page of the signed-in user's account: password and API keys. */
export const showAccount: DeskHandler = (context) => accountPage(context, NO_FAULTS);

async function accountPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { desk } = context.locale;
  const words = desk.accounts;
  const { user } = await context.read<AccountData>('account', {});
  // Applications have passwords and tokens of their own, which the API manages.
  if (!user) throw new Failure('FORBIDDEN', desk.forbidden);
  const labels = {
    oldPassword: words.present,
    newPassword: words.newPassword,
    again: words.again,
    name: words.keyName,
    dictionaries: words.onlyIn,
    days: words.lasts,
  };
  return {
    title: words.title,
    section: ACCOUNT,
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${words.title}${desk.colon} ${user.username}</h1>
      ${faultList(faults, context.locale, labels)} ${passwordForm(context, user.username, faults)}
      <section class="part">
        <h2>${words.agreement}</h2>
        <form class="narrow" method="post" action="${ACCOUNT}/agreement">
          ${csrfField(context)}
          ${field({ name: 'agree', label: words.agree, type: 'check', value: String(user.ownersMayResetPassword), hint: words.agreeHint })}
          <button>${desk.save}</button>
        </form>
      </section>
      <section class="part">
        <h2>${words.keys}</h2>
        <p class="hint">${words.keysHint}</p>
        ${keyTable(context, user.apiKeys, ACCOUNT)}
      </section>
      <section class="part">
        <h2>${words.newKey}</h2>
        ${keyForm(context, ACCOUNT, faults)}
      </section>`,
  };
}

function passwordForm(context: DeskContext, username: string, faults: Faults): Html {
  const { desk } = context.locale;
  const words = desk.accounts;
  return html`<section class="part">
    <h2>${words.changePassword}</h2>
    <form class="narrow" method="post" action="${ACCOUNT}/password">
      ${csrfField(context)}
      <input type="text" name="username" value="${username}" autocomplete="username" hidden />
      ${field({ name: 'oldPassword', label: words.present, type: 'password', isRequired: true, more: html`autocomplete="current-password"` }, faults)}
      ${newPasswordFields(desk, faults)}
      <p class="hint">${words.othersEnd}</p>
      <button>${words.changePassword}</button>
    </form>
  </section>`;
}

/** Changes the password of the signed-in user, who must enter the present one. */
export const changePassword: DeskHandler = async (context) => {
  const { form, locale, write } = context;
  const differ = differing(form, locale);
  if (differ.size > 0) return accountPage(context, differ);
  try {
    const variables = { oldPassword: form.text('oldPassword'), newPassword: form.text('newPassword') };
    const { errors } = await write('change-password', variables);
    if (errors.length > 0) return await accountPage(context, faultsOf(errors));
    return new Redirect(`${ACCOUNT}?done=passwordChanged`);
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'LOGIN_REFUSED') throw error;
    return accountPage(context, new Map([['oldPassword', locale.desk.accounts.presentWrong]]));
  }
};

/** Sets whether owners of the user's dictionaries may create a password reset link. */
export const changeAgreement: DeskHandler = (context) => {
  const input = { ownersMayResetPassword: context.form.word('agree') === 'true' };
  const variables = { user: context.viewer.name, input };
  return runAction(context, {
    document: 'update-user',
    variables,
    to: `${ACCOUNT}?done=saved`,
    page: accountPage,
  });
};

interface Created {
  readonly createdApiKey: { readonly token: string } | null;
}

/** Creates an API key and shows it once. */
export const createKey: DeskHandler = async (context) => {
  const { accounts: account } = context.locale.desk;
  const { payload, errors } = await context.write<Created>('create-api-key', { input: keyInput(context) });
  if (!payload.createdApiKey) return accountPage(context, faultsOf(errors));
  return {
    title: account.made,
    section: ACCOUNT,
    main: html`<h1>${account.made}${context.locale.desk.colon} ${context.form.word('name')}</h1>
      <p class="notice" role="status">${account.madeHint}</p>
      ${shownOnce(account.key, payload.createdApiKey.token)}
      <p class="below"><a href="${ACCOUNT}">${account.toAccount}</a></p>`,
  };
};

export const revokeOwnKey: DeskHandler = (context) => revokeKey(context, ACCOUNT, accountPage);
