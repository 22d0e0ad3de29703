import { Failure } from '../../shared/failure';
import type { Read } from '../documents';
import { type DictionaryRole, hasRole } from './data';
import type { DeskViewer } from './desk-context';

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
