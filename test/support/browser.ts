import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Path of Debian's chromium. */
const CHROMIUM = '/usr/bin/chromium';

/** Time limit for a page and for elements on it: a browser is slow while other tests run on the machine. */
export const BROWSER_PATIENCE_MS = 120_000;

/** Tests of pages in a real browser. Without a browser, the test list has one line that says so. */
export function describeInBrowser(name: string, tests: () => void): void {
  // The test file that runs now: this module is loaded once for all files.
  (existsSync(CHROMIUM) ? describe : describe.skip)(name, tests);
}
if (!existsSync(CHROMIUM))
  process.stderr.write(`${CHROMIUM} is absent: the pages are not tested in a browser.\n`);

/** A page, and its violations of the rules for all pages. */
export interface Visit {
  readonly page: Page;
  /** Messages about console errors, violated policies, failed requests and requests to other hosts. */
  readonly problems: readonly string[];
  readonly close: () => Promise<void>;
}

/** Parts of a window that are invisible in tests. Chromium would load pages for them with each window and at each change of its size. */
const UNSEEN = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess';

/** The features that Playwright disables, repeated here because chromium uses only the last list. */
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

/** Opens a page of a gateway in a new browser context. */
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

/** Options of axe. It need not load style sheets again, which only a disabled rule uses. */
const AXE_OPTIONS = "{ resultTypes: ['violations'], preload: { assets: ['media'] } }";

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Messages about everything that axe finds on a page.
 *
 * @param parts selectors of the parts to check, for pages with hundreds of equal parts; the whole page if absent
 */
export async function axeFindings(page: Page, parts?: readonly string[]): Promise<readonly string[]> {
  // The connection of the test evaluates the script, so the policy of the page need not allow it.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(AXE);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${parts ? JSON.stringify({ include: parts }) : 'document'}, ${AXE_OPTIONS})
      .then(({ violations }) => violations)`,
  );
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact ?? 'unknown'}): ${nodes.map((node) => node.html).join(' ')}`,
  );
}

/** The number of pixels by which a page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Two devices cover both widths and both colour schemes, because no style sheet has colours that depend on the width. */
const LOOKS = [
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const;

/** Findings of axe, and whether a page is too wide, on a telephone in dark mode and on a wide screen. */
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

/** The folder for the pictures of the README; absent in runs that take none. */
const PICTURES = process.env['PICTURES'];

/** Takes a picture of a page for the README in runs of `npm run pictures`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
