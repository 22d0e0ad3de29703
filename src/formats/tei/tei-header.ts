import { basename } from 'node:path';
import { decodeXML } from 'entities';
import { namedLanguages } from '../files/entry-source';
import type { StatedFacts } from '../files/stated-facts';
import { languageInHeading } from '../headings/language-names';

/** The text of a TEI file before its first entry, and the path of the file. */
interface TeiHeader {
  readonly head: string;
  readonly path: string;
}

/**
 * Returns the translation language: of `--languages=target:fr`, otherwise of the header, otherwise of the title, otherwise of a FreeDict
 * file name such as `wol-fra.tei`.
 */
export function targetLanguageOf(
  { head, path }: TeiHeader,
  languages: string | undefined,
): string | undefined {
  const [, target] = languagesOfTitle(head) ?? [];
  const tag =
    namedLanguages(languages)['target'] ??
    declaredLanguage(head, TARGET_ROLES) ??
    target ??
    languagesOfName(path)?.[1];
  return tag === undefined ? undefined : canonicalOrLowerCase(tag);
}

/** Returns the facts that the header states. In FreeDict files, the declared source language is wrong more often than the title. */
export function statedInTei({ head, path }: TeiHeader, target: string | undefined): StatedFacts {
  const [ofTitle] = languagesOfTitle(head) ?? [];
  const [ofName] = languagesOfName(path) ?? [];
  const language = ofTitle ?? declaredLanguage(head, SOURCE_ROLES) ?? ofName;
  return {
    title: titleOf(head),
    ...(language === undefined ? {} : { language }),
    targets: [target],
    license: licenseOf(head),
  };
}

/** Values of `role` in TEI Lex-0, and of `n` in FreeDict. */
const SOURCE_ROLES = 'objectLanguage|sourceLanguage|source';
const TARGET_ROLES = 'targetLanguage|target';

function declaredLanguage(head: string, roles: string): string | undefined {
  const isOfRole = new RegExp(`\\b(?:role|n)\\s*=\\s*["'](?:${roles})["']`, 'u');
  const declared = [...head.matchAll(/<language\b[^>]*>/gu)]
    .map(([tag]) => tag)
    .find((tag) => isOfRole.test(tag));
  return /\bident\s*=\s*["']([^"']+)["']/u.exec(declared ?? '')?.[1];
}

function titleOf(head: string): string | undefined {
  const title = /<title\b[^>]*>([^<]*)/u.exec(head)?.[1];
  return title === undefined ? undefined : decodeXML(title);
}

/** Returns the first and the last language of a title that names several. */
function languagesOfTitle(head: string): readonly [string, string] | undefined {
  const words = (titleOf(head) ?? '').toLowerCase().match(/[\p{Letter}\p{Mark}]+/gu) ?? [];
  const named = words.flatMap((word) => languageInHeading([word])?.tag ?? []);
  const [first, last] = [named[0], named.at(-1)];
  return named.length > 1 && first !== undefined && last !== undefined ? [first, last] : undefined;
}

function languagesOfName(path: string): readonly [string, string] | undefined {
  const [, source, target] = /^([a-z]{3})-([a-z]{3})\.(?:tei|xml)$/u.exec(basename(path)) ?? [];
  return source !== undefined && target !== undefined ? [source, target] : undefined;
}

/** Returns the URL of the licence, otherwise the text of `availability`. */
function licenseOf(head: string): string | undefined {
  const start = head.search(/<availability\b/u);
  const end = head.indexOf('</availability>', start);
  if (start === -1 || end === -1) return undefined;
  const text = head.slice(start, end);
  const address = /<(?:licence|ref)\b[^<>]*\btarget\s*=\s*["']([^"']+)["']/u.exec(text)?.[1];
  return decodeXML(address ?? text.replace(/<[^<>]*>/gu, ' '));
}

function canonicalOrLowerCase(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0]?.toLowerCase() ?? tag.toLowerCase();
  } catch (error) {
    if (error instanceof RangeError) return tag.toLowerCase();
    throw error;
  }
}
