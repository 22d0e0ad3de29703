import type { Request } from 'express';
import type { Part } from '../../shared/html';
import type { FormFile } from '../../shared/http';
import type { Read, Variables } from '../documents';
import type { LocaleTexts } from '../locale-texts';
import type { DeskTexts } from '../texts/desk-en';
import type { Form } from './form';

/** The user of a request. A guest is not signed in and can only make suggestions. */
export interface DeskViewer {
  readonly name: string;
  readonly role: 'ADMIN' | 'USER' | 'APPLICATION' | 'GUEST';
  /** Dictionaries in which the user has the role of an editor or a higher one. */
  readonly edits: readonly string[];
}

/** The words of the pages, with those of the reader. */
export interface DeskLocale extends LocaleTexts {
  readonly desk: DeskTexts;
}

/** A fault of an input, as mutations report it. */
export interface UserError {
  readonly code: string;
  /** In the words of the page. */
  readonly message: Part;
  readonly field: readonly string[] | null;
}

/** The result of a mutation: its payload, and the faults of its input by the names of their fields. */
export interface MutationResult<Payload> {
  /** Without the members that nothing was returned for. */
  readonly payload: Partial<Payload>;
  readonly errors: readonly UserError[];
}

/** A request for a page of the desk, as handlers receive it. */
export interface DeskContext {
  readonly request: Request;
  readonly viewer: DeskViewer;
  readonly locale: DeskLocale;
  /** The CSRF token of the session: the value of the field `mark` in every form. */
  readonly csrfToken: string;
  /** A part of the address. */
  readonly param: (name: string) => string;
  /** A value of the query, trimmed; empty where it is absent. */
  readonly query: (name: string) => string;
  /** The number of the page of a list, from 1. */
  readonly page: number;
  /** Empty for requests that only read. */
  readonly form: Form;
  /** Takes a file that came with the form, and returns the identifier of its upload. */
  readonly receive: (file: FormFile) => Promise<string>;
  readonly read: Read;
  /** Runs a document whose only mutation is called `result`. */
  readonly write: <Payload>(name: string, variables: Variables) => Promise<MutationResult<Payload>>;
}

/** A page of the desk. */
export interface DeskPage {
  readonly title: string;
  /** The address of the section that it belongs to. */
  readonly section?: string;
  readonly main: Part;
  /** Defaults to 200. */
  readonly status?: number;
  /** Whether the address of the page is a secret, which no other request may name. */
  readonly isSecret?: boolean;
}

/** Sends the browser to another page, as is done after each change. */
export class Redirect {
  constructor(readonly address: string) {}
}

export type DeskResponse = DeskPage | Redirect;

export type DeskHandler = (context: DeskContext) => Promise<DeskResponse>;
