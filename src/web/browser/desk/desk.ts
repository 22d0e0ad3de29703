/**
 * What makes the desk more comfortable; every page works without it. The server makes all pages: buttons of a form that store
 * nothing ask it in the background, and what it answers takes the place of what is shown.
 */

/** Pause in typing after which the preview is made anew, in milliseconds. */
const PAUSE_MS = 600;

let previewing = new AbortController();
let timer = 0;
let isChanged = false;
let lastField: HTMLInputElement | HTMLTextAreaElement | undefined;

const elementById = (id: string): HTMLElement | null => document.getElementById(id);
const main = elementById('content');

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const { submitter } = event;
  if (!(submitter instanceof HTMLButtonElement) || submitter.dataset['swap'] === undefined) {
    // A second click would send the form a second time.
    if (form.dataset['sent'] !== undefined) event.preventDefault();
    form.dataset['sent'] = '';
    isChanged = false;
    return;
  }
  event.preventDefault();
  if (submitter.dataset['swap'] === 'preview') void preview(form);
  else void swap(form, submitter);
});

// A page that comes back from the memory of the browser may be sent anew.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset['sent'];
});

document.addEventListener('input', (event) => {
  const form = (event.target as HTMLInputElement).form;
  if (form?.id !== 'editor') return;
  isChanged = true;
  clearTimeout(timer);
  timer = setTimeout(() => void preview(form), PAUSE_MS);
});

document.addEventListener('focusin', ({ target }) => {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text');
  if (isField) lastField = target;
});

addEventListener('beforeunload', (event) => {
  if (isChanged) event.preventDefault();
});

showKeys();

/** The page that the server answers to a form as a button sends it. */
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
    // The next change tries again; what was overtaken by it ends here too.
    if (!signal.aborted) console.info(error);
  }
}

async function swap(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const action = button.value;
  button.disabled = true;
  previewing.abort();
  clearTimeout(timer);
  try {
    const page = await ask(form, action);
    const made = page.getElementById('content');
    if (!made || !main) return;
    main.replaceChildren(...made.childNodes);
    isChanged = true;
    showKeys();
    focusAfter(action);
  } catch {
    // Without an answer, the browser sends the form itself and says what is wrong.
    button.disabled = false;
    delete button.dataset['swap'];
    button.click();
  }
}

/** The new item is where people go on; after other changes, the same button. */
function focusAfter(action: string): void {
  const [verb = '', list = '', place = '0'] = action.split('.');
  if (verb === 'add') {
    const items = document.querySelectorAll<HTMLInputElement>(`#editor [name^="${list}."]`);
    const last = [...items].at(-1)?.name.split('.')[1];
    document.querySelector<HTMLInputElement>(`#editor [name^="${list}.${last ?? ''}."]`)?.focus();
    return;
  }
  const at = verb === 'up' ? Number(place) - 1 : verb === 'down' ? Number(place) + 1 : Number(place);
  const names = [`${verb}.${list}.${String(at)}`, `remove.${list}.${String(at)}`, `add.${list}`];
  for (const name of names) {
    const button = document.querySelector<HTMLButtonElement>(`#editor [value="${name}"]`);
    if (button) {
      button.focus();
      return;
    }
  }
}

/** Keys for the letters of the language, which many keyboards lack. */
function showKeys(): void {
  const form = elementById('editor');
  const letters = form?.dataset['letters'];
  if (!form || letters === undefined) return;
  const bar = document.createElement('div');
  bar.className = 'keys';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', form.dataset['insert'] ?? '');
  for (const letter of letters.split(' ')) bar.append(keyFor(letter));
  form.append(bar);
}

function keyFor(letter: string): HTMLButtonElement {
  const key = document.createElement('button');
  key.type = 'button';
  // A mark alone stands on a circle, as in books.
  key.textContent = /^\p{M}/u.test(letter) ? `◌${letter}` : letter;
  // The field keeps the focus, and on a telephone its keyboard.
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
  // A mark joins the letter before it.
  const before = (field.value.slice(0, start) + letter).normalize('NFC');
  field.value = before + field.value.slice(end);
  field.setSelectionRange(before.length, before.length);
  field.focus();
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
