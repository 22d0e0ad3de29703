import type { Request } from 'express';
import { html, type Part } from '../../shared/html';
import { localeTextsOf } from '../page-address';
import { deskEn, type DeskTexts } from '../texts/desk-en';
import { deskFr } from '../texts/desk-fr';
import type { DeskLocale } from './desk-context';

const DESK_TEXTS: Readonly<Record<string, DeskTexts>> = { en: deskEn, fr: deskFr };

/** Returns the texts of the desk in the language of a request. */
export function deskLocaleOf(request: Request): DeskLocale {
  const localeTexts = localeTextsOf(request);
  return { ...localeTexts, desk: DESK_TEXTS[localeTexts.locale] ?? deskEn };
}

/** Returns the message of a failure in the language of the page if there is a translation; otherwise in English. */
export function localisedMessage(
  { code, message }: { readonly code: string; readonly message: string },
  { desk }: DeskLocale,
): Part {
  const [end, words] = desk.failureCases.find(([pattern]) => pattern.test(message)) ?? [];
  if (end && words !== undefined) return message.replace(new RegExp(`^.*?${end.source}`, 's'), words);
  return withCase(desk.failures, { code, message });
}

/** Returns the translation of a code, if there is one, followed by the English message of the server. */
export function withCase(
  words: Readonly<Partial<Record<string, string>>>,
  { code, message }: { readonly code: string; readonly message: string },
): Part {
  const forCode = words[code];
  return forCode === undefined || forCode === message
    ? message
    : html`${forCode} <small lang="en">(${message})</small>`;
}

/** Formats a date and time for the language. The time is in UTC, because the server does not know the time zone of the user. */
export function dateTimeText({ locale }: DeskLocale, date: string | Date): string {
  const formatter = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${formatter.format(new Date(date))} UTC`;
}

export function numberText({ locale }: DeskLocale, n: number): string {
  return new Intl.NumberFormat(locale).format(n);
}
