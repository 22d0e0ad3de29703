import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Where Debian's chromium stands. */
const CHROMIUM = '/usr/bin/chromium';

/** A browser that shares a busy machine with other tests may take its time, for a page and for what appears on it. */
export const BROWSER_PATIENCE_MS = 120_000;

/** Tests of pages in a real browser; where there is none, one line says so. */
export function describeInBrowser(name: string, tests: () => void): void {
  // That of the file that runs: this module is loaded once for all of them.
  (existsSync(CHROMIUM) ? describe : describe.skip)(name, tests);
}
if (!existsSync(CHROMIUM))
  process.stderr.write(`${CHROMIUM} is absent: the pages are not tested in a browser.\n`);

/** A page, and all that it did which no page of ours may do. */
export interface Visit {
  readonly page: Page;
  /** Console errors, broken policies, failed and foreign requests, in words. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

/** Parts of a window that nobody sees here, for which chromium loads pages with each window and as it changes its size. */
const UNSEEN = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess';

/** What Playwright disables: of several lists, chromium takes the last. */
const OF_PLAYWRIGHT =
  'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,OptimizationHints,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--disable-features=${UNSEEN},${OF_PLAYWRIGHT}`],
  });
}

export interface VisitOptions extends BrowserContextOptions {
  readonly path: string;
  /** Cookies as a browser sends them. */
  readonly cookie?: string;
}

/** Opens a page of a gateway in a context of its own. */
export async function visit(
  browser: Browser,
  url: string,
  { path, cookie = '', ...options }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const cookies = [...cookie.matchAll(/([^=; ]+)=([^;]*)/g)];
  await context.addCookies(cookies.map(([, name = '', value = '']) => ({ name, value, url })));
  context.setDefaultTimeout(BROWSER_PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', ({ message }) => problems.push(`error: ${message}`));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) problems.push(`foreign: ${address}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${String(response.status())}: ${response.url()}`);
  });
  await page.goto(url + path);
  return { page, problems, close: () => context.close() };
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Style sheets, which it loads again otherwise, are for a rule that is off. */
const AXE_OPTIONS = "{ resultTypes: ['violations'], preload: { assets: ['media'] } }";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * All that axe finds on a page, in words.
 *
 * @param parts selectors of the parts to look at, where a page repeats itself a hundred times; all of it when absent
 */
export async function axeFindings(page: Page, parts?: readonly string[]): Promise<readonly string[]> {
  // Evaluated by the test's own connection to the browser: the policy of the page stays as it is.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${parts ? JSON.stringify({ include: parts }) : 'document'}, ${AXE_OPTIONS})
      .then(({ violations }) => violations)`,
  );
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact ?? 'unknown'}): ${nodes.map((node) => node.html).join(' ')}`,
  );
}

/** How many pixels a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** No style sheet has colours that depend on the width: these two show each of both. */
const LOOKS = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Findings of axe, and whether a page is too wide, on a telephone in the dark and on a wide screen. */
export async function findingsIn(page: Page): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const findings = [...(await axeFindings(page)), ...((await overflow(page)) > 0 ? ['too wide'] : [])];
    if (findings.length > 0) found.push([width, colorScheme, findings]);
  }
  return found;
}

/** Where the pictures of the README go when they are taken; nowhere otherwise. */
const PICTURES = process.env['PICTURES'];

/** Takes a picture of a page for the README, when a run is told to: `npm run pictures`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
