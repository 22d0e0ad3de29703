import { Failure } from '../../../../shared/failure';
import { html } from '../../../../shared/html';
import { fillText } from '../../../locale-texts';
import { originOf } from '../../../page-address';
import { deskUser, USERS } from '../../addresses';
import { dateTimeText } from '../../desk-locale';
import { actionForm, faultList, type Faults, faultsOf, NO_FAULTS } from '../../fields';
import type { DeskPage, DeskHandler, DeskContext } from '../../desk-context';
import { type AccountData, keyTable, revokeKey, shownOnce } from './api-keys';

/** The page of a user for admins: password reset link and API keys. */
export const showUser: DeskHandler = (context) => userPage(context, NO_FAULTS);

async function userPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { param, read, viewer, locale } = context;
  const { desk } = locale;
  if (viewer.role !== 'ADMIN') throw new Failure('FORBIDDEN', desk.forbidden);
  const { user } = await read<AccountData>('user', { user: param('user') });
  if (!user) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const address = deskUser(user.number);
  const isSelf = user.username === viewer.name;
  return {
    title: user.username,
    section: USERS,
    main: html`<p class="ways"><a href="${USERS}">${desk.accounts.toUsers}</a></p>
      <h1>${user.username}</h1>
      ${faultList(faults, locale)}
      <p>
        ${user.name} <span class="tag">${desk.roles[user.role]}</span>
        ${user.isDisabled && html`<span class="tag">${desk.isDisabled}</span>`}
      </p>
      ${!isSelf && !user.isDisabled && actionForm(context, `${address}/reset-link`, { label: desk.accounts.makeLink })}
      <section class="part">
        <h2>${desk.accounts.keys}</h2>
        ${keyTable(context, user.apiKeys, address)}
      </section>`,
  };
}

interface MadeLink {
  readonly passwordResetLink: {
    readonly path: string;
    readonly expiresAt: string;
    readonly user: { readonly username: string };
  } | null;
}

/** Creates a password reset link and shows it once. The schema decides who may do so; owners may, too. */
export const createResetLink: DeskHandler = async (context) => {
  const { param, write, request, locale } = context;
  const { accounts: account } = locale.desk;
  const { payload, errors } = await write<MadeLink>('create-password-reset-link', { user: param('user') });
  const link = payload.passwordResetLink;
  const back = html`<p class="below"><a href="${backFrom(context)}">${account.toUsers}</a></p>`;
  if (!link) {
    const faults = faultsOf(errors, () => '');
    return {
      title: account.link,
      status: 400,
      main: html`<h1>${account.link}</h1>
        ${faultList(faults, locale)}${back}`,
    };
  }
  const words = { user: link.user.username, when: dateTimeText(locale, link.expiresAt) };
  return {
    title: account.link,
    section: USERS,
    main: html`<h1>${account.link}</h1>
      <p>${fillText(account.linkFor, words)}</p>
      <p class="notice" role="status">${fillText(account.linkHint, words)}</p>
      ${shownOnce(account.link, originOf(request) + link.path)} ${context.viewer.role === 'ADMIN' && back}`,
  };
};

function backFrom({ param }: DeskContext): string {
  return deskUser(param('user'));
}

export const revokeKeyOfUser: DeskHandler = (context) => revokeKey(context, backFrom(context), userPage);
