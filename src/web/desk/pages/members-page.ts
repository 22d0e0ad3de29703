import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskDictionary, deskUser } from '../addresses';
import type { DictionaryHead, DictionaryRole } from '../data';
import { localisedMessage } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import {
  actionForm,
  choice,
  faultList,
  type Faults,
  faultsOf,
  field,
  hidden,
  csrfField,
  NO_FAULTS,
} from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';

interface Member {
  readonly username: string;
  readonly name: string | null;
  readonly role: DictionaryRole;
}

interface MembersData {
  readonly dictionary:
    | (DictionaryHead & {
        readonly members: {
          readonly pageInfo: { readonly hasNextPage: boolean };
          readonly nodes: readonly Member[];
        };
      })
    | null;
}

/** The page of the members of a dictionary and their roles. */
export const showMembers: DeskHandler = (context) => membersPage(context, NO_FAULTS);

async function membersPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, param, page, locale, form } = context;
  const { desk } = locale;
  const { dictionary } = await read<MembersData>('members', { dictionary: param('dictionary'), page });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const { nodes, pageInfo } = dictionary.members;
  const address = addressIn(context);
  const role = form.word('role') || 'CONTRIBUTOR';
  return inDictionary(context, dictionary, {
    title: desk.members,
    tab: 'members',
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${desk.members}</h1>
      <p class="hint">${desk.membersHint}</p>
      ${faultList(faults, locale, { user: desk.memberName })}
      <form class="inline" method="post" action="${address}">
        ${csrfField(context)}
        ${field({ name: 'user', label: desk.memberName, value: form.text('user'), isRequired: true, more: html`autocomplete="off" autocapitalize="off" spellcheck="false"` }, faults)}
        ${choice({ name: 'role', label: desk.role, value: role, options: Object.entries(desk.memberRoles) })}
        <button>${desk.addMember}</button>
      </form>
      ${nodes.length === 0 ? html`<p>${desk.noMembers}</p>` : membersTable(context, nodes)}
      ${pager({ page, hasNext: pageInfo.hasNextPage, addressOf: (n) => withQuery(address, { page: n }) }, locale)}`,
  });
}

function addressIn({ param }: DeskContext, ...rest: readonly string[]): string {
  return deskDictionary(param('dictionary'), 'members', ...rest);
}

function membersTable(context: DeskContext, members: readonly Member[]): Html {
  const { desk } = context.locale;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${desk.members}">
    <table>
      <thead>
        <tr>
          ${[desk.userName, desk.fullName, desk.role, desk.change].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${members.map((member) => memberRow(context, member))}
      </tbody>
    </table>
  </div>`;
}

function memberRow(context: DeskContext, { username, name, role }: Member): Html {
  const { desk } = context.locale;
  const of: Part = html`<span class="unseen"> ${username}</span>`;
  return html`<tr>
    <th scope="row">${username}</th>
    <td>${name}</td>
    <td>
      <form class="inline" method="post" action="${addressIn(context)}">
        ${csrfField(context)}${hidden('user', username)}
        <select name="role" aria-label="${desk.role} ${username}">
          ${Object.entries(desk.memberRoles).map(
            ([value, text]) =>
              html`<option value="${value}" ${value === role && html`selected`}>${text}</option>`,
          )}
        </select>
        <button class="plain">${desk.change}${of}</button>
      </form>
    </td>
    <td>
      ${
        username !== context.viewer.name &&
        actionForm(context, deskUser(username, 'reset-link'), { label: [desk.accounts.makeLink, of] })
      }
      ${actionForm(context, addressIn(context, 'remove'), { label: [desk.removeMember, of], fields: hidden('user', username) })}
    </td>
  </tr>`;
}

/** Sets the role of a user. */
export const saveMember: DeskHandler = (context) =>
  changing(context, 'set-member', { role: context.form.word('role') });

/** Removes the role of a member. */
export const removeMember: DeskHandler = (context) => changing(context, 'remove-member', {});

async function changing(context: DeskContext, document: string, more: Readonly<Record<string, string>>) {
  const { form, param, write, viewer, locale } = context;
  const user = form.word('user');
  if (user === '') return membersPage(context, new Map([['user', locale.desk.faults.required]]));
  try {
    const { errors } = await write(document, { dictionary: param('dictionary'), user, ...more });
    if (errors.length > 0)
      return await membersPage(
        context,
        faultsOf(errors, () => 'user'),
      );
  } catch (error) {
    // The user or membership does not exist any more.
    if (!(error instanceof Failure) || error.kind !== 'missing') throw error;
    return membersPage(
      context,
      new Map([['user', localisedMessage({ code: error.reason, message: error.message }, locale)]]),
    );
  }
  // Users who gave up their own role may have lost access to this page.
  return new Redirect(user === viewer.name ? `${DESK}?done=saved` : `${addressIn(context)}?done=saved`);
}
