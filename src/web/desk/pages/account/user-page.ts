import { Failure } from '../../../../shared/failure';
import { html } from '../../../../shared/html';
import { filled } from '../../../locale-texts';
import { originOf } from '../../../page-address';
import { deskUser, USERS } from '../../addresses';
import { moment } from '../../desk-locale';
import { actionForm, faultList, type Faults, faultsOf, NO_FAULTS } from '../../fields';
import type { DeskPage, Show, Visit } from '../../visit';
import { type AccountData, keyTable, revokeKey, shownOnce } from './api-keys';

/** One user, for admins: a link for a new password, and API keys. */
export const showUser: Show = (visit) => userPage(visit, NO_FAULTS);

async function userPage(visit: Visit, faults: Faults): Promise<DeskPage> {
  const { param, read, person, locale } = visit;
  const { desk } = locale;
  if (person.role !== 'ADMIN') throw new Failure('FORBIDDEN', desk.forbidden);
  const { user } = await read<AccountData>('user', { user: param('user') });
  if (!user) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const address = deskUser(user.number);
  const isSelf = user.username === person.name;
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
      ${!isSelf && !user.isDisabled && actionForm(visit, `${address}/reset-link`, { label: desk.accounts.makeLink })}
      <section class="part">
        <h2>${desk.accounts.keys}</h2>
        ${keyTable(visit, user.apiKeys, address)}
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

/** Makes a link for a new password, and shows it once. Who may, the schema decides: owners too. */
export const createResetLink: Show = async (visit) => {
  const { param, write, request, locale } = visit;
  const { accounts: account } = locale.desk;
  const { payload, errors } = await write<MadeLink>('create-password-reset-link', { user: param('user') });
  const link = payload.passwordResetLink;
  const back = html`<p class="below"><a href="${backFrom(visit)}">${account.toUsers}</a></p>`;
  if (!link) {
    const faults = faultsOf(errors, () => '');
    return {
      title: account.link,
      status: 400,
      main: html`<h1>${account.link}</h1>
        ${faultList(faults, locale)}${back}`,
    };
  }
  const words = { user: link.user.username, when: moment(locale, link.expiresAt) };
  return {
    title: account.link,
    section: USERS,
    main: html`<h1>${account.link}</h1>
      <p>${filled(account.linkFor, words)}</p>
      <p class="notice" role="status">${filled(account.linkHint, words)}</p>
      ${shownOnce(account.link, originOf(request) + link.path)} ${visit.person.role === 'ADMIN' && back}`,
  };
};

function backFrom({ param }: Visit): string {
  return deskUser(param('user'));
}

export const revokeKeyOfUser: Show = (visit) => revokeKey(visit, backFrom(visit), userPage);
