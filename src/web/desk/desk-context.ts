import type { Request } from 'express';
import type { Part } from '../../shared/html';
import type { FormFile } from '../../shared/http';
import type { Read, Variables } from '../documents';
import type { SiteLocaleTexts } from '../locale-texts';
import type { DeskTexts } from '../texts/desk-en';
import type { Form } from './form';
import { Failure } from '../../shared/failure';
import { type DictionaryRole, hasRole } from './data';

/** The user of a request. A guest is not signed in and can only make suggestions. */
export interface DeskViewer {
  readonly name: string;
  readonly role: 'ADMIN' | 'USER' | 'APPLICATION' | 'GUEST';
  /** Dictionaries in which the user has the role of an editor or a higher one. */
  readonly edits: readonly string[];
}

/** The texts of the desk, and those of the reader. */
export interface DeskLocale extends SiteLocaleTexts {
  readonly desk: DeskTexts;
}

/** A fault of an input that a mutation reports. */
export interface UserError {
  readonly code: string;
  /** Message in the language of the page. */
  readonly message: Part;
  readonly field: readonly string[] | null;
}

/** The result of a mutation: its payload, and the faults of its input by form field. */
export interface MutationResult<Payload> {
  /** The payload. Members without a value are absent. */
  readonly payload: Partial<Payload>;
  readonly errors: readonly UserError[];
}

/** A request for a page of the desk, as handlers receive it. */
export interface DeskContext {
  readonly request: Request;
  readonly viewer: DeskViewer;
  readonly locale: DeskLocale;
  /** The CSRF token of the session, which every form sends in the field `mark`. */
  readonly csrfToken: string;
  /** Returns a parameter of the path. */
  readonly param: (name: string) => string;
  /** Returns a trimmed query parameter; empty if it is absent. */
  readonly query: (name: string) => string;
  /** Page number in a list, from 1. */
  readonly page: number;
  /** The submitted form; empty for a GET request. */
  readonly form: Form;
  /** Stores a file of the form, and returns the identifier of its upload. */
  readonly receive: (file: FormFile) => Promise<string>;
  readonly read: Read;
  /** Runs a document with one mutation, which has the alias `result`. */
  readonly write: <Payload>(name: string, variables: Variables) => Promise<MutationResult<Payload>>;
}

/** A page of the desk. */
export interface DeskPage {
  readonly title: string;
  /** URL of the section to which the page belongs. */
  readonly section?: string;
  readonly main: Part;
  /** HTTP status; 200 by default. */
  readonly status?: number;
  /** Whether the URL of the page is secret and must not be sent as a referrer. */
  readonly isSecret?: boolean;
}

/** Redirects the browser to another page. Every change ends with a redirect. */
export class Redirect {
  constructor(readonly address: string) {}
}

export type DeskResponse = DeskPage | Redirect;

export type DeskHandler = (context: DeskContext) => Promise<DeskResponse>;

/** A visitor without an account. */
export const GUEST: DeskViewer = { name: '', role: 'GUEST', edits: [] };

interface ViewerData {
  readonly me: {
    readonly username: string;
    readonly role: 'ADMIN' | 'USER';
    readonly memberships: readonly { readonly dictionaryId: string; readonly role: DictionaryRole }[];
  } | null;
}

interface ApplicationViewerData {
  readonly application: { readonly name: string } | null;
}

/** Returns the account of the token; `undefined` if its session has ended. */
export async function viewerOf(read: Read): Promise<DeskViewer | undefined> {
  const { me } = await read<ViewerData>('person', {});
  if (me) {
    const edits = me.memberships.flatMap(({ role, dictionaryId }) =>
      hasRole('EDITOR', role) ? [dictionaryId] : [],
    );
    return { name: me.username, role: me.role, edits };
  }
  try {
    const { application } = await read<ApplicationViewerData>('application-person', {});
    return application ? { name: application.name, role: 'APPLICATION', edits: [] } : undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
    throw error;
  }
}
