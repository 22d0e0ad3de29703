/** Uploads of files to the desk. */

/** Size of an upload chunk in bytes; the server keeps received chunks if the connection breaks. */
const PART_BYTES = 4 * 1024 * 1024;
const MAX_FAILURES = 5;
const RETRY_MS = 2000;

/**
 * Uploads a file in chunks by the tus protocol, and puts the identifier of the upload into the form in place of the file. Without the
 * upload, the form sends the file itself, and the returned page shows the problem.
 *
 * @returns a function that puts the file back
 */
export async function uploadFile(
  form: HTMLFormElement,
  input: HTMLInputElement,
  file: File,
): Promise<() => void> {
  const bar = document.createElement('progress');
  bar.max = file.size;
  bar.setAttribute('aria-label', form.dataset['sending'] ?? '');
  form.append(bar);
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'upload';
  try {
    field.value = await sendParts(form.dataset['upload'] ?? '', file, bar);
    form.append(field);
    input.disabled = true;
  } catch (error) {
    console.info(error);
    bar.remove();
  }
  return () => {
    bar.remove();
    field.remove();
    input.disabled = false;
  };
}

/** Uploads a file, and returns the identifier of the upload. The bar shows how far it is. */
async function sendParts(path: string, file: File, bar: HTMLProgressElement): Promise<string> {
  const name = btoa(String.fromCodePoint(...new TextEncoder().encode(file.name)));
  const begun = await tus('POST', path, {
    'Upload-Length': String(file.size),
    'Upload-Metadata': `filename ${name}`,
  });
  const address = begun.headers.get('Location') ?? '';
  if (begun.status !== 201) throw new Error('The upload was refused');
  for (let offset = 0, failures = 0; offset < file.size;) {
    bar.value = offset;
    try {
      offset = await sendPart(address, file, offset);
      failures = 0;
    } catch (error) {
      if (++failures > MAX_FAILURES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      offset = Number((await tus('HEAD', address)).headers.get('Upload-Offset') ?? offset);
    }
  }
  return address.split('/').at(-1) ?? '';
}

function tus(
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body?: Blob,
): Promise<Response> {
  return fetch(address, {
    method,
    headers: { 'Tus-Resumable': '1.0.0', ...headers },
    ...(body ? { body } : {}),
  });
}

async function sendPart(address: string, file: File, offset: number): Promise<number> {
  const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
  const { status, headers: responseHeaders } = await tus(
    'PATCH',
    address,
    headers,
    file.slice(offset, offset + PART_BYTES),
  );
  if (status !== 204) throw new Error('The part was refused');
  return Number(responseHeaders.get('Upload-Offset'));
}
