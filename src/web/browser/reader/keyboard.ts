import { addRovingTabindex } from '../roving-tabindex';

/** Keys for letters that a keyboard lacks, and keyboard navigation. */

/** Inserts a letter at the cursor, as if it were typed. */
function insert(field: HTMLInputElement, letter: string): void {
  field.focus();
  field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The marks of tone, which are the same for all languages. */
const TONE_MARKS = ['\u0301', '\u0300', '\u0302', '\u030C', '\u0304', '\u0303', '\u0323'];

/** Shows the letter keys of a search form: those of the chosen dictionary, or of all. */
export function showLetterKeys(): void {
  const row = document.querySelector<HTMLElement>('.keys');
  const field = row?.closest('form')?.querySelector<HTMLInputElement>('input[type=search]');
  if (!row || !field) return;
  const usual = row.dataset['keys'] ?? '';
  const choice = row.closest('form')?.querySelector('select');
  const show = (): void => {
    const own = choice?.selectedOptions[0]?.dataset['keys'] ?? '';
    const letters = (own === '' ? usual : own).split(' ');
    row.replaceChildren(
      ...[...letters, ...TONE_MARKS].map((letter) => {
        const key = document.createElement('button');
        key.type = 'button';
        key.lang = '';
        key.textContent = /\p{M}/u.test(letter) ? `◌${letter}` : letter;
        key.onclick = () => {
          insert(field, letter);
        };
        return key;
      }),
    );
    addRovingTabindex(row);
    row.hidden = false;
  };
  choice?.addEventListener('change', show);
  show();
}

const EDITABLE = 'input, select, textarea, [contenteditable]';

/**
 * Handles keyboard navigation: `/` focuses the search field, up and down move within a list, left and right lead to the neighbouring
 * articles.
 */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target, key } = event;
    const isWriting = target instanceof Element && target.matches(EDITABLE);
    const isInSearch = target instanceof HTMLInputElement && target.type === 'search';
    const act = isWriting && !(isInSearch && key === 'ArrowDown') ? undefined : KEY_ACTIONS[key];
    if (act?.() === true) event.preventDefault();
  });
}

/** Actions by key. Each returns whether it did something. */
const KEY_ACTIONS: Readonly<Record<string, () => boolean>> = {
  '/': () => focus(document.querySelector<HTMLInputElement>('input[type=search]')),
  ArrowDown: () => moveInList(1),
  ArrowUp: () => moveInList(-1),
  ArrowLeft: () => follow('prev'),
  ArrowRight: () => follow('next'),
};

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
  return element !== null && element !== undefined;
}

/** Applies only to a list of headwords. Elsewhere the arrows scroll. */
function moveInList(step: number): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('.lines a.headword')];
  const active = document.activeElement;
  const position = links.findIndex((link) => link === active);
  const isInSearch = active instanceof HTMLInputElement;
  if (position < 0 && !isInSearch) return false;
  if (position + step < 0) return focus(document.querySelector<HTMLInputElement>('input[type=search]'));
  return focus(links[position + step]);
}

function follow(rel: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(`a[rel=${rel}]`);
  link?.click();
  return link !== null;
}
