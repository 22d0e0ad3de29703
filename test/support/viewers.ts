import type { AccountViewer } from '../../src/shared/viewer';

/** An admin, for tests of what admins see. */
export const ADMIN: AccountViewer = { role: 'admin', accountId: '1', name: 'admin', sessionId: 'none' };
