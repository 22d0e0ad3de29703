import { html, type Html } from '../../../shared/html';
import { withQuery } from '../../reader/addresses';
import { pager } from '../../reader/pager';
import { deskUser, USERS } from '../addresses';
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
import { runAction } from '../mutations';

interface ListedUser {
  readonly number: number;
  readonly username: string;
  readonly name: string | null;
  readonly role: 'ADMIN' | 'USER';
  readonly isDisabled: boolean;
}

interface UsersData {
  readonly users: {
    readonly pageInfo: { readonly hasNextPage: boolean };
    readonly nodes: readonly ListedUser[];
  };
}

/** The page of users, with a form for a new one. */
export const showUsers: DeskHandler = (context) => usersPage(context, NO_FAULTS);

async function usersPage(context: DeskContext, faults: Faults): Promise<DeskPage> {
  const { read, query, page, locale, form } = context;
  const { desk } = locale;
  const text = query('q');
  const { users } = await read<UsersData>('users', { filter: text === '' ? {} : { text }, page });
  return {
    title: desk.users,
    section: USERS,
    ...(faults.size > 0 ? { status: 400 } : {}),
    main: html`<h1>${desk.users}</h1>
      ${faultList(faults, locale, { username: desk.userName, password: desk.password, name: desk.fullName })}
      <form class="inline" role="search" method="get" action="${USERS}">
        ${field({ name: 'q', label: desk.findUser, value: text, type: 'search' })}
        <button>${desk.find}</button>
      </form>
      <div class="scroll" role="region" tabindex="0" aria-label="${desk.users}">
        <table>
          <thead>
            <tr>
              <th scope="col">${desk.userName}</th>
              <th scope="col">${desk.fullName}</th>
              <th scope="col">${desk.role}</th>
              <th scope="col">${desk.state}</th>
              <th scope="col">${desk.change}</th>
            </tr>
          </thead>
          <tbody>
            ${users.nodes.map((user) => userRow(context, user))}
          </tbody>
        </table>
      </div>
      ${pager({ page, hasNext: users.pageInfo.hasNextPage, addressOf: (n) => withQuery(USERS, { q: text, page: n }) }, locale)}
      <h2>${desk.newUser}</h2>
      <form class="narrow" method="post" action="${USERS}">
        ${csrfField(context)}
        ${field({ name: 'username', label: desk.userName, value: form.text('username'), isRequired: true, more: html`autocomplete="off" autocapitalize="off"` }, faults)}
        ${field({ name: 'password', label: desk.password, type: 'password', isRequired: true, hint: desk.passwordHint, more: html`autocomplete="new-password"` }, faults)}
        ${field({ name: 'name', label: desk.fullName, value: form.text('name') }, faults)}
        ${roleChoice(context, form.word('role') || 'USER')}
        <button>${desk.create}</button>
      </form>`,
  };
}

function roleChoice({ locale: { desk } }: DeskContext, value: string): Html {
  return choice({ name: 'role', label: desk.role, value, options: Object.entries(desk.roles) });
}

function userRow(context: DeskContext, { number, username, name, role, isDisabled }: ListedUser): Html {
  const { desk } = context.locale;
  const act = (label: string, change: readonly [name: string, value: string]): Html =>
    actionForm(context, `${USERS}/${String(number)}`, {
      label: [label, html`<span class="unseen"> ${username}</span>`],
      fields: hidden(...change),
    });
  return html`<tr>
    <th scope="row"><a href="${deskUser(number)}">${username}</a></th>
    <td>${name}</td>
    <td>${desk.roles[role]}</td>
    <td>${isDisabled && html`<span class="tag">${desk.isDisabled}</span>`}</td>
    <td>
      ${
        username === context.viewer.name
          ? desk.yourself
          : [
              act(isDisabled ? desk.enable : desk.disable, ['isDisabled', String(!isDisabled)]),
              act(role === 'ADMIN' ? desk.makeUser : desk.makeAdmin, [
                'role',
                role === 'ADMIN' ? 'USER' : 'ADMIN',
              ]),
            ]
      }
    </td>
  </tr>`;
}

export const createUser: DeskHandler = async (context) => {
  const { form, write } = context;
  const name = form.word('name');
  const input = {
    username: form.word('username'),
    password: form.text('password'),
    role: form.word('role') === 'ADMIN' ? 'ADMIN' : 'USER',
    ...(name === '' ? {} : { name }),
  };
  const { errors } = await write('create-user', { input });
  return errors.length > 0 ? usersPage(context, faultsOf(errors)) : new Redirect(`${USERS}?done=userCreated`);
};

/** Changes the role of a user, or disables or enables the user. */
export const changeUser: DeskHandler = (context) => {
  const { form, param } = context;
  const role = form.word('role');
  const input =
    role === ''
      ? { isDisabled: form.word('isDisabled') === 'true' }
      : { role: role === 'ADMIN' ? 'ADMIN' : 'USER' };
  const variables = { user: param('user'), input };
  return runAction(context, {
    document: 'update-user',
    variables,
    to: `${USERS}?done=saved`,
    page: usersPage,
  });
};
