import { html, type Html, type Part } from '../../../../shared/html';
import { fillText } from '../../../locale-texts';
import { dateTimeText } from '../../desk-locale';
import { actionForm, choice, type Faults, field, hidden, csrfField } from '../../fields';
import type { DeskResponse, DeskPage, DeskContext } from '../../desk-context';
import { runAction } from '../../mutations';

type Scope = 'READ' | 'WRITE' | 'COMMENT' | 'IMPORT';

/** Optional scopes. Every key may read. */
const MORE_SCOPES = ['WRITE', 'COMMENT', 'IMPORT'] as const satisfies readonly Scope[];

const LIFETIMES = [30, 90, 180, 365];

export interface ShownKey {
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly dictionaryIds: readonly string[] | null;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

/** A user with API keys. */
export interface AccountData {
  readonly user: {
    readonly number: number;
    readonly username: string;
    readonly name: string | null;
    readonly role: 'ADMIN' | 'USER';
    readonly isDisabled: boolean;
    readonly ownersMayResetPassword: boolean;
    readonly apiKeys: readonly ShownKey[];
  } | null;
}

/** Lists the keys of a user. @param address URL of the page, below which a key is revoked */
export function keyTable(context: DeskContext, keys: readonly ShownKey[], address: string): Html {
  const { accounts: account } = context.locale.desk;
  if (keys.length === 0) return html`<p>${account.noKeys}</p>`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${account.keys}">
    <table>
      <thead>
        <tr>
          <th scope="col">${account.keyName}</th>
          <th scope="col">${account.key}</th>
          <th scope="col">${account.scope}</th>
          <th scope="col">${account.inDictionaries}</th>
          <th scope="col">${account.expires}</th>
          <th scope="col">${account.lastUsed}</th>
          <th scope="col">${context.locale.desk.change}</th>
        </tr>
      </thead>
      <tbody>
        ${keys.map((key) => apiKeyItem(context, key, address))}
      </tbody>
    </table>
  </div>`;
}

function apiKeyItem(context: DeskContext, key: ShownKey, address: string): Html {
  const { locale } = context;
  const { accounts: account } = locale.desk;
  const { prefix, name, scopes, dictionaryIds, expiresAt, lastUsedAt } = key;
  const hasExpired = new Date(expiresAt) <= new Date();
  return html`<tr>
    <th scope="row">${name}</th>
    <td><span class="code">${prefix}…</span></td>
    <td>${scopes.map((scope) => account.scopes[scope]).join(', ')}</td>
    <td>${dictionaryIds ? dictionaryIds.join(', ') : account.allMine}</td>
    <td>
      ${dateTimeText(locale, expiresAt)} ${hasExpired && html`<span class="tag">${account.isExpired}</span>`}
    </td>
    <td>${lastUsedAt === null ? account.never : dateTimeText(locale, lastUsedAt)}</td>
    <td>
      ${actionForm(context, `${address}/keys/revoke`, {
        label: [account.revoke, html`<span class="unseen"> ${name}</span>`],
        fields: hidden('prefix', prefix),
      })}
    </td>
  </tr>`;
}

/** Revokes a key. @param page shows the page again if that fails */
export function revokeKey(
  context: DeskContext,
  address: string,
  page: (context: DeskContext, faults: Faults) => Promise<DeskPage>,
): Promise<DeskResponse> {
  const variables = { prefix: context.form.word('prefix') };
  return runAction(context, {
    document: 'revoke-api-key',
    variables,
    to: `${address}?done=keyRevoked`,
    page,
  });
}

/** Returns the form for a new key. */
export function keyForm(context: DeskContext, address: string, faults: Faults): Html {
  const { form, locale } = context;
  const { accounts: account } = locale.desk;
  const days = form.word('days');
  const options = LIFETIMES.map((n): [string, Part] => [String(n), fillText(account.days, { n })]);
  return html`<form class="narrow" method="post" action="${address}/keys">
    ${csrfField(context)}
    ${field({ name: 'name', label: account.keyName, value: form.text('name'), isRequired: true, more: html`autocomplete="off" maxlength="100"` }, faults)}
    <fieldset class="item">
      <legend>${account.scope}</legend>
      <p>${account.scopes.READ}</p>
      ${MORE_SCOPES.map((scope) => field({ name: scope, label: account.scopes[scope], type: 'check', value: form.text(scope) }))}
    </fieldset>
    ${field({ name: 'dictionaries', label: account.onlyIn, value: form.text('dictionaries'), hint: account.onlyInHint, more: html`autocomplete="off" autocapitalize="off" spellcheck="false"` }, faults)}
    ${choice({ name: 'days', label: account.lasts, value: days === '' ? '90' : days, options }, faults)}
    <button>${account.makeKey}</button>
  </form>`;
}

/** Reads the input of this form. */
export function keyInput({ form }: DeskContext): Readonly<Record<string, unknown>> {
  const dictionaries = form
    .word('dictionaries')
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    name: form.word('name'),
    scopes: ['READ', ...MORE_SCOPES.filter((scope) => form.word(scope) === 'true')],
    ...(dictionaries.length > 0 ? { dictionaries } : {}),
    days: Number(form.word('days')),
  };
}

/** Shows a secret once, in a field from which it can be copied. */
export function shownOnce(label: Part, value: string): Html {
  return field({
    name: 'secret',
    label,
    value,
    more: html`readonly class="code" autocomplete="off" spellcheck="false"`,
  });
}
