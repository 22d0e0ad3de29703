import { createHash } from 'node:crypto';
import { html } from '../../shared/html';
import type { HtmlPage } from '../layout';
import { MANIFEST } from './addresses';
import type { LocaleTexts } from '../locale-texts';

/** The files that make the reader installable as an application: path, media type and text. */
export type Installation = readonly (readonly [path: string, type: string, text: string])[];

/** @param worker the service worker script */
export function installation(icon: string, worker: string): Installation {
  const manifest = {
    name: 'Griot',
    short_name: 'Griot',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fdfaf5',
    theme_color: '#8f3a12',
    icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
  };
  return [
    [MANIFEST, 'application/manifest+json', JSON.stringify(manifest)],
    ['/worker.js', 'text/javascript; charset=utf-8', worker],
  ];
}

/**
 * Matches files that a device caches only after a page has used them: tables, fonts, texts of a language, and the code that makes copies.
 */
const FURTHER_FILES = /-tables?-|\/texts-|\/copy-transfer-|\.woff2$/;

/** Returns the service worker script with the list of files to cache before it. */
export function workerScript(all: readonly string[], script: string): string {
  const further = all.filter((file) => FURTHER_FILES.test(file));
  const files = all.filter((file) => !further.includes(file));
  const version = createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 12);
  return `self.SHELL=${JSON.stringify({ files, further, version })};\n${script}`;
}

/** Returns the offline page, which a device shows if the network does not deliver a page. */
export function shellPage({ texts }: LocaleTexts): HtmlPage {
  return {
    section: '',
    hasSearch: true,
    isListed: false,
    main: html`<div id="shell"><p role="status">${texts.preparing}</p></div>`,
  };
}
