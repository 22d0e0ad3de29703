import letterKeys from './letter-keys.graphql';
import elementSearch from './search.graphql';
import { addRovingTabindex } from '../roving-tabindex';

/**
 * `<griot-search>`: a search field for the dictionaries of a Griot server, for pages of other sites. It has no dependencies and ignores
 * the styles of the page.
 */

const ELEMENT_TEXTS = {
  en: {
    label: 'Search the dictionary',
    none: 'No articles found.',
    failed: 'The search failed.',
    keys: 'Letters',
  },
  fr: {
    label: 'Chercher dans le dictionnaire',
    none: 'Aucun article trouvé.',
    failed: 'La recherche a échoué.',
    keys: 'Lettres',
  },
} as const;

/** Time without input before a search begins, in milliseconds. */
const PAUSE_MS = 180;

const MAX_RESULTS = 50;

/** URL of the script; its server answers the searches. */
const HERE = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href).origin;

const STYLE = `
:host{--line:#c9beb0;--accent:#8f3a12;--back:#fff;--text:#1e1a16;--mark:#f3e7dc;display:block;position:relative;font:1rem/1.4 system-ui,sans-serif;color:var(--text)}
:host([hidden]){display:none}
@media (prefers-color-scheme:dark){:host(:not([theme=light])){--line:#5b5148;--accent:#f0a878;--back:#1e1a16;--text:#f2ece4;--mark:#3a2f26}}
:host([theme=dark]){--line:#5b5148;--accent:#f0a878;--back:#1e1a16;--text:#f2ece4;--mark:#3a2f26}
input,button{font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:.4em}
input{box-sizing:border-box;width:100%;padding:.5em .7em}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.keys{display:flex;flex-wrap:wrap;gap:.25em;margin-top:.3em}
.keys button{min-width:2em;min-height:2em;padding:0 .3em;cursor:pointer}
[role=listbox]{position:absolute;z-index:10;left:0;right:0;max-height:22em;overflow:auto;margin:.2em 0 0;background:var(--back);border:1px solid var(--line);border-radius:.4em}
[hidden]{display:none!important}
a[aria-selected=true],a:hover{background:var(--mark)}
a{display:block;padding:.4em .7em;color:inherit;text-decoration:none}
b{color:var(--accent)}
[role=status]{margin:.3em 0 0;min-height:1.4em}`;

interface Hit {
  readonly article: {
    readonly dictionaryId: string;
    readonly number: number;
    readonly headword: string | null;
    readonly dictionary: { readonly language: string | null } | null;
    readonly content: {
      readonly translations: readonly { readonly content: string; readonly lang: string | null }[];
    };
  };
}

class GriotSearch extends HTMLElement {
  static readonly observedAttributes = ['dictionary', 'server', 'placeholder', 'lang'];
  private readonly field = make('input', {
    type: 'search',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  private readonly list = make('div', { role: 'listbox', id: 'list' });
  private readonly keys = make('div', { class: 'keys', role: 'group' });
  private readonly status = make('p', { role: 'status' });
  private timer = 0;
  private running = new AbortController();
  private chosen = -1;

  constructor() {
    super();
    const { field, list, keys, status } = this;
    const style = document.createElement('style');
    style.textContent = STYLE;
    for (const [name, value] of [
      ['aria-controls', 'list'],
      ['aria-autocomplete', 'list'],
      ['autocapitalize', 'none'],
      ['enterkeyhint', 'search'],
    ] as const)
      field.setAttribute(name, value);
    this.attachShadow({ mode: 'open', delegatesFocus: true }).append(style, field, list, keys, status);
    keys.hidden = true;
    this.show([]);
    field.addEventListener('input', () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.search(), PAUSE_MS);
    });
    field.addEventListener('keydown', (event) => {
      this.move(event);
    });
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget !== this) this.list.hidden = true;
    });
    field.addEventListener('focus', () => {
      this.list.hidden = this.list.childElementCount === 0;
    });
  }

  connectedCallback(): void {
    void this.showKeys();
  }

  attributeChangedCallback(name: string): void {
    const { label, keys } = this.texts;
    this.field.setAttribute('aria-label', label);
    this.list.setAttribute('aria-label', label);
    this.keys.setAttribute('aria-label', keys);
    this.field.placeholder = this.getAttribute('placeholder') ?? label;
    if (this.isConnected && (name === 'dictionary' || name === 'server')) void this.showKeys();
  }

  private get texts(): (typeof ELEMENT_TEXTS)['en' | 'fr'] {
    const lang = this.closest('[lang]')?.getAttribute('lang') ?? navigator.language;
    return lang.startsWith('fr') ? ELEMENT_TEXTS.fr : ELEMENT_TEXTS.en;
  }

  private get server(): string {
    return (this.getAttribute('server') ?? HERE).replace(/\/$/, '');
  }

  /** Sends a GET request with a content type that needs no CORS preflight and that no form can send. */
  private async ask<Data>(query: string, variables: object, signal?: AbortSignal): Promise<Data> {
    const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
    const response = await fetch(`${this.server}/graphql?${parameters.toString()}`, {
      headers: { accept: 'application/graphql-response+json' },
      credentials: 'omit',
      ...(signal && { signal }),
    });
    const { data } = (await response.json()) as { readonly data?: Data | null };
    if (!data) throw new Error(`The server answered ${response.status}`);
    return data;
  }

  private async search(): Promise<void> {
    this.running.abort();
    this.running = new AbortController();
    const { signal } = this.running;
    const text = this.field.value.trim();
    if (text === '') {
      this.show([]);
      this.status.textContent = '';
      return;
    }
    const dictionary = this.getAttribute('dictionary');
    const first = Math.min(MAX_RESULTS, Math.max(1, Number(this.getAttribute('limit')) || 8));
    try {
      const { search } = await this.ask<{ readonly search: { readonly nodes: readonly Hit[] } }>(
        elementSearch,
        { text, dictionary, first },
        signal,
      );
      if (signal.aborted) return;
      this.show(search.nodes);
      this.status.textContent = search.nodes.length === 0 ? this.texts.none : '';
    } catch {
      if (signal.aborted) return;
      this.show([]);
      this.status.textContent = this.texts.failed;
    }
  }

  private show(hits: readonly Hit[]): void {
    this.chosen = -1;
    this.list.replaceChildren(...hits.map((hit, at) => this.lineOf(hit, at)));
    this.list.hidden = hits.length === 0;
    this.field.setAttribute('aria-expanded', String(hits.length > 0));
    this.field.removeAttribute('aria-activedescendant');
  }

  private lineOf({ article }: Hit, at: number): HTMLElement {
    const { dictionaryId, number, headword, content, dictionary } = article;
    const language = this.getAttribute('language');
    const translations = content.translations.filter(({ lang }) => language === null || lang === language);
    const word = make('b', dictionary?.language ? { lang: dictionary.language } : {});
    word.textContent = headword ?? String(number);
    const line = make('a', {
      href: `${this.server}/dictionaries/${encodeURIComponent(dictionaryId)}/${number}`,
      role: 'option',
      id: `hit-${at}`,
      tabindex: '-1',
      'aria-selected': 'false',
    });
    const meanings = translations
      .slice(0, 3)
      .map(({ content: text }) => text)
      .join(', ');
    line.append(word, meanings === '' ? '' : ` ${meanings}`);
    // Keeps the focus in the field; otherwise the list would close before the click.
    line.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    return line;
  }

  private move(event: KeyboardEvent): void {
    const lines = [...this.list.querySelectorAll('a')];
    if (event.key === 'Escape') this.show([]);
    if (event.key === 'Enter') {
      lines[Math.max(0, this.chosen)]?.click();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || lines.length === 0) return;
    event.preventDefault();
    this.list.hidden = false;
    this.chosen = (this.chosen + step + (this.chosen < 0 && step < 0 ? 1 : 0) + lines.length) % lines.length;
    for (const [at, line] of lines.entries()) line.setAttribute('aria-selected', String(at === this.chosen));
    this.field.setAttribute('aria-activedescendant', `hit-${this.chosen}`);
    lines[this.chosen]?.scrollIntoView({ block: 'nearest' });
  }

  /** Shows keys for letters of the language that a keyboard lacks. */
  private async showKeys(): Promise<void> {
    const dictionary = this.getAttribute('dictionary');
    if (dictionary === null) return;
    try {
      const data = await this.ask<{
        readonly dictionary: { readonly letterKeys: readonly string[] } | null;
      }>(letterKeys, { dictionary });
      const letters = data.dictionary?.letterKeys ?? [];
      this.keys.replaceChildren(...letters.map((letter) => this.keyOf(letter)));
      addRovingTabindex(this.keys);
      this.keys.hidden = letters.length === 0;
    } catch {
      // The keys are optional, and the search itself reports a failure of the server.
    }
  }

  private keyOf(letter: string): HTMLElement {
    const key = make('button', { type: 'button' });
    key.textContent = letter;
    key.addEventListener('click', () => {
      const { field } = this;
      field.focus();
      field.setRangeText(letter, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
      field.dispatchEvent(new Event('input'));
    });
    return key;
  }
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

if (customElements.get('griot-search') === undefined) customElements.define('griot-search', GriotSearch);
