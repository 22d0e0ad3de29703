import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { withoutOriginal } from '../../domain/article/original';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { html } from '../../shared/html';
import type { Json } from '../../shared/json';

/** The folder of bundled browser files. */
const ASSETS = join(dirname(require.resolve('#package')), 'dist-web');

/** Matches the font URL in the style sheet. */
const FONT = /url\(["']?\/assets\/([\w-]+\.woff2)["']?\)/g;

/** Returns the script and the style sheet of the edition, with the web font of the pages embedded in it. */
function assets(): { readonly script: string; readonly style: string } {
  const read = (folder: string, name: string): string => {
    const names = JSON.parse(readFileSync(join(ASSETS, folder, 'manifest.json'), 'utf8')) as Record<
      string,
      string
    >;
    return readFileSync(join(ASSETS, folder, names[name] ?? name), 'utf8').trim();
  };
  const style = read('reader', 'reader-style.css').replace(FONT, (_, name: string) => {
    const font = readFileSync(join(ASSETS, 'reader', name)).toString('base64');
    return `url(data:font/woff2;base64,${font})`;
  });
  return { script: read('edition', 'edition.js'), style };
}

/**
 * Writes a dictionary as one page that needs no network: it opens from a memory card or an attachment, and searches as the server does.
 * The articles are lines `[number, publicId, revision, free JSON]` in gzip and base64. Disabled articles are left out.
 */
export async function* htmlEdition({ dictionary, articles }: ExportedDictionary): AsyncGenerator<string> {
  const { script, style } = assets();
  const name = dictionary.longName ?? dictionary.shortName ?? dictionary.dictionaryId;
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; font-src data:; base-uri 'none'; form-action 'none'`;
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="color-scheme" content="light dark" />
    <title>${name}</title>
    <meta name="description" content="${dictionary.description}" />
    <meta name="dcterms.license" content="${dictionary.license}" />`;
  yield `<!doctype html>\n<html lang="en"><head>${head.text}\n<style>${style}</style></head><body><div id="app"><noscript>This dictionary needs JavaScript.</noscript></div>\n`;
  yield `<script type="application/json" id="metadata">${scriptText(JSON.stringify(metadataOf(dictionary)))}</script>\n`;
  yield '<script type="text/plain" id="articles">';
  yield* base64(gzipped(articles));
  yield `</script>\n<script type="module">${script}</script></body></html>\n`;
}

function metadataOf({
  dictionaryId,
  shortName,
  longName,
  description,
  language,
  scripts,
  targetLanguages,
  searchProfile,
  license,
}: ExportedDictionary['dictionary']) {
  return {
    dictionaryId,
    shortName,
    longName,
    description,
    language,
    scripts,
    targetLanguages,
    license,
    searchProfile: searchProfile ?? null,
    madeAt: new Date().toISOString(),
  };
}

/** Escapes JSON so that it cannot end the script element around it. */
function scriptText(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

async function* lines(articles: ExportedDictionary['articles']): AsyncGenerator<string> {
  for await (const { number, publicId, source, isDisabled } of articles) {
    if (isDisabled) continue;
    const content = withoutOriginal(JSON.parse(source) as Json);
    yield `${JSON.stringify([number, publicId, 1, content])}\n`;
  }
}

function gzipped(articles: ExportedDictionary['articles']): AsyncIterable<Buffer> {
  const gzip = createGzip({ level: 9 });
  const source = Readable.from(lines(articles));
  source.on('error', (error) => gzip.destroy(error));
  return source.pipe(gzip);
}

/** Encodes pieces of whole groups of three bytes, so that there is padding only at the end. */
async function* base64(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of bytes) {
    const whole = Buffer.concat([rest, piece]);
    const end = whole.length - (whole.length % 3);
    yield whole.subarray(0, end).toString('base64');
    rest = whole.subarray(end);
  }
  yield rest.toString('base64');
}
