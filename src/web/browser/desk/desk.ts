/**
 * Enhancements of the desk; every page works without them. The server renders all pages: form buttons that store
 * nothing request a page in the background, and its content replaces the shown content.
 */

import { actionIn } from '../../desk/article/article-parts';
import { addRovingTabindex } from '../roving-tabindex';
import { isFilled, sendForm, type Sent } from './send-form';
import { uploadFile } from './upload';

/** Pause in typing after which the preview is updated, in milliseconds. */
const PREVIEW_PAUSE_MS = 600;

let previewing = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let isChanged = false;
let lastField: HTMLInputElement | HTMLTextAreaElement | undefined;

const elementById = (id: string): HTMLElement | null => document.getElementById(id);
const main = elementById('content');

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { submitter } = event;
  if (submitter instanceof HTMLButtonElement && submitter.dataset['swap'] !== undefined) {
    event.preventDefault();
    if (submitter.dataset['swap'] === 'preview') void preview(form);
    else void swap(form, submitter);
    return;
  }
  const isByScript = isFilled(form);
  // A double click must not submit the form twice.
  if (isByScript || form.dataset['sent'] !== undefined) event.preventDefault();
  if (isByScript && form.dataset['sent'] === undefined) void submit(form, submitter);
  form.dataset['sent'] = '';
});

/** Uploads the file of a form, if it has one, and sends the form. If nothing was sent, it can be sent again. */
async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const input = form.querySelector<HTMLInputElement>('input[type="file"]');
  const file = form.dataset['sending'] === undefined ? undefined : input?.files?.[0];
  const undo = input && file ? await uploadFile(form, input, file) : undefined;
  if ((await send(form, submitter)) !== 'unsent') return;
  undo?.();
  delete form.dataset['sent'];
}

/** Sends a form. Typed text that is shown again is still not stored. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Sent> {
  previewing.abort();
  clearTimeout(timer);
  const wasChanged = isChanged;
  // The page must not warn when it submits its own text. Any other form of the page would lose the text.
  if (form.id === 'editor') isChanged = false;
  const sent = await sendForm(form, submitter);
  if (sent === 'unsent') isChanged = wasChanged;
  if (sent !== 'shown') return sent;
  isChanged = elementById('editor') !== null;
  showKeys();
  main?.focus();
  return sent;
}

// A query parameter names the message about the last change. Without it, reloading the page does not repeat the message.
const address = new URL(location.href);
address.searchParams.delete('done');
if (address.href !== location.href) history.replaceState(history.state, '', address);

// A page that the browser restores from its cache may be submitted again.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset['sent'];
});

document.addEventListener('input', (event) => {
  const form = (event.target as HTMLInputElement).form;
  if (form?.id !== 'editor') return;
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(() => void preview(form), PREVIEW_PAUSE_MS);
});

document.addEventListener('focusin', ({ target }) => {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
  if (isField) lastField = target;
});

addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault();
});

/** Interval at which the state of a running import is requested, in milliseconds. */
const REFRESH_MS = 1000;

/** Updates the state of a running import until it needs a decision. */
function refresh(): void {
  if (!document.querySelector('[data-refresh]')) return;
  setTimeout(() => {
    void (async () => {
      try {
        const response = await fetch(location.href);
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        const made = page.getElementById('content');
        if (made && main && response.ok) main.replaceChildren(...made.childNodes);
      } catch (error) {
        // The network may be available again at the next interval.
        console.info(error);
      }
      refresh();
    })();
  }, REFRESH_MS);
}

/** Submits the form as if by a button, and returns the page of the response. */
async function ask(form: HTMLFormElement, action: string, signal?: AbortSignal): Promise<Document> {
  const body = new FormData(form);
  body.set('do', action);
  const response = await fetch(form.action, { method: 'POST', body, ...(signal ? { signal } : {}) });
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

async function preview(form: HTMLFormElement): Promise<void> {
  previewing.abort();
  previewing = new AbortController();
  const { signal } = previewing;
  try {
    const made = (await ask(form, 'preview', signal)).getElementById('preview');
    const shown = elementById('preview');
    if (made && shown) shown.replaceWith(made);
  } catch (error) {
    // The next change tries again. Superseded requests also end here.
    if (!signal.aborted) console.info(error);
  }
}

async function swap(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const sending = send(form, button);
  // After the form is read, as a disabled button has no value.
  button.disabled = true;
  if ((await sending) === 'shown') focusAfter(button.value);
  else button.disabled = false;
}

/** Moves the focus to a new item, and after other changes to the same button. */
function focusAfter(action: string): void {
  const { verb, part: list, index } = actionIn(action);
  if (verb === 'add') {
    const items = document.querySelectorAll<HTMLInputElement>(`#editor [name^="${list}."]`);
    const last = [...items].at(-1)?.name.split('.')[1];
    document.querySelector<HTMLInputElement>(`#editor [name^="${list}.${last ?? ''}."]`)?.focus();
    return;
  }
  const at = verb === 'up' ? index - 1 : verb === 'down' ? index + 1 : index;
  const names = [`${verb}.${list}.${String(at)}`, `remove.${list}.${String(at)}`, `add.${list}`];
  for (const name of names) {
    const button = document.querySelector<HTMLButtonElement>(`#editor [value="${name}"]`);
    if (button) {
      button.focus();
      return;
    }
  }
}

/** Shows keys for letters of the language that many keyboards lack. */
function showKeys(): void {
  const form = elementById('editor');
  const letters = form?.dataset['letters'];
  if (!form || letters === undefined) return;
  const bar = document.createElement('div');
  bar.className = 'keys';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', form.dataset['insert'] ?? '');
  for (const letter of letters.split(' ')) bar.append(keyFor(letter));
  addRovingTabindex(bar);
  form.append(bar);
}

function keyFor(letter: string): HTMLButtonElement {
  const key = document.createElement('button');
  key.type = 'button';
  // Shows a lone combining mark on a dotted circle, as is usual in print.
  key.textContent = /^\p{M}/u.test(letter) ? `◌${letter}` : letter;
  // Keeps the focus in the field, and so the keyboard of a phone open.
  key.addEventListener('pointerdown', (event) => {
    event.preventDefault();
  });
  key.addEventListener('click', () => {
    insert(letter);
  });
  return key;
}

function insert(letter: string): void {
  const field = lastField;
  if (!field?.isConnected) return;
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  // A mark combines with the letter before it.
  const before = (field.value.slice(0, start) + letter).normalize('NFC');
  field.value = before + field.value.slice(end);
  field.setSelectionRange(before.length, before.length);
  field.focus();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

showKeys();
refresh();
