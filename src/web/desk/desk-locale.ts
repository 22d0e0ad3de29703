import type { Request } from 'express';
import { html, type Part } from '../../shared/html';
import { localeTextsOf } from '../page-address';
import { deskEn, type DeskTexts } from '../texts/desk-en';
import { deskFr } from '../texts/desk-fr';
import type { DeskLocale } from './visit';

const TEXTS: Readonly<Record<string, DeskTexts>> = { en: deskEn, fr: deskFr };

/** The words for a person, in the language that the browser asks for. */
export function localisedFor(request: Request): DeskLocale {
  const localeTexts = localeTextsOf(request);
  return { ...localeTexts, desk: TEXTS[localeTexts.locale] ?? deskEn };
}

/** What is said of a failure: by its code in the words of the page, where it has any, and then what the server says of the case. */
export function worded(
  { code, message }: { readonly code: string; readonly message: string },
  { desk }: DeskLocale,
): Part {
  const [end, words] = desk.failureCases.find(([pattern]) => pattern.test(message)) ?? [];
  if (end && words !== undefined) return message.replace(new RegExp(`^.*?${end.source}`, 's'), words);
  return withCase(desk.failures, { code, message });
}

/** The words for a code, if the page has any, and then what the server says of the case, in English. */
export function withCase(
  words: Readonly<Partial<Record<string, string>>>,
  { code, message }: { readonly code: string; readonly message: string },
): Part {
  const own = words[code];
  return own === undefined || own === message ? message : html`${own} <small lang="en">(${message})</small>`;
}

/** A moment, as the language writes it; in UTC, since the server does not know where its reader is. */
export function moment({ locale }: DeskLocale, date: string | Date): string {
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${shown.format(new Date(date))} UTC`;
}

export function numberText({ locale }: DeskLocale, n: number): string {
  return new Intl.NumberFormat(locale).format(n);
}
