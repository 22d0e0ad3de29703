import { SENT_BY_SCRIPT } from '../../desk/addresses';

/** Sends forms with text or files, so that a connection that breaks, or a refusal, does not lose them. */

/** The result of sending a form: another page was opened, or shown in place of the form, or the form is unchanged. */
export type Sent = 'opened' | 'shown' | 'unsent';

const FILLED = 'textarea, input[type="text"], input[type="file"]';

/** Whether a form has text or files. The browser itself sends other forms, as these lose nothing. */
export function isFilled(form: HTMLFormElement): boolean {
  const hasText = form.dataset['holdsText'] !== undefined || form.querySelector(FILLED) !== null;
  return form.method === 'post' && hasText;
}

/** Sends a form, and opens or shows the page with which the server answers. */
export async function sendForm(form: HTMLFormElement, submitter?: HTMLElement | null): Promise<Sent> {
  hideProblem();
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      body: bodyOf(form, submitter),
      headers: { [SENT_BY_SCRIPT]: '1' },
    });
    const address = response.headers.get('Location');
    if (address === null) return show(await pageIn(response), response.ok);
    open(address);
    return 'opened';
  } catch (error) {
    console.info(error);
    showProblem();
    return 'unsent';
  }
}

/** Encodes a form as the browser does. */
function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null = null): FormData | URLSearchParams {
  const data = new FormData(form, submitter);
  if (form.enctype === 'multipart/form-data') return data;
  // These forms have no files.
  return new URLSearchParams([...data].map(([name, value]) => [name, value as string]));
}

/** Returns the page of a response. @throws Error if something else than the desk has answered, such as a proxy */
async function pageIn(response: Response): Promise<Document> {
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (page.getElementById('content') === null)
    throw new Error(`The response with status ${String(response.status)} is not a page`);
  return page;
}

/**
 * Shows a page in place of the present one, with the name of the user of its session. A refusal without a form is shown above the form,
 * which keeps its text.
 */
function show(page: Document, isOk: boolean): Sent {
  const [made, shown] = [page.getElementById('content'), document.getElementById('content')];
  if (!made || !shown) return 'unsent';
  if (!isOk && made.querySelector('form') === null) {
    showProblem([...made.children].filter(({ id }) => id !== 'unsent'));
    return 'unsent';
  }
  document.title = page.title;
  const top = page.querySelector('.top');
  if (top) document.querySelector('.top')?.replaceWith(top);
  shown.replaceChildren(...made.childNodes);
  return 'shown';
}

/** Opens a page, also where it differs from the present one only in its fragment. */
function open(address: string): void {
  const { href, pathname, search } = new URL(address, location.href);
  if (pathname + search !== location.pathname + location.search) {
    location.assign(href);
    return;
  }
  history.replaceState(null, '', href);
  location.reload();
}

/** Shows why a form was not sent: the given elements, or that the server does not answer. */
function showProblem(elements?: readonly Element[]): void {
  const box = document.getElementById('unsent');
  if (!box) return;
  const problem = box.lastElementChild;
  if (elements) problem?.replaceChildren(...elements);
  box.hidden = false;
  box.focus();
}

function hideProblem(): void {
  const box = document.getElementById('unsent');
  if (box) box.hidden = true;
}
