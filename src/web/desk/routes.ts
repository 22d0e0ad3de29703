import { DESK } from '../../shared/http';
import { SUGGESTIONS } from '../reader/addresses';
import {
  changeApplication,
  createConversation,
  createField,
  showApplication,
} from './applications/application-page';
import { createApplication, showApplications } from './applications/applications-page';
import { changeConversation, showConversation } from './applications/conversation-page';
import { changeField, createPart, showField, teachIntent } from './applications/field-page';
import { showConnectors } from './applications/connectors-page';
import { PART_KINDS } from './applications/part-kinds';
import { changePart, showPart } from './applications/part-page';
import { changeArticle, changeMedia, changeRow, changeState, showArticle } from './article/article-edit-page';
import { createArticle, showNew } from './article/article-new-page';
import { changeSelected } from './article/bulk-page';
import { reviewProposal, showProposal, withdrawProposal } from './proposals/proposal-page';
import { showOwnProposals, showProposals } from './proposals/proposals-page';
import { changeSource, showSource } from './article/article-json-page';
import { showArticles } from './article/articles-page';
import { showAudit } from './pages/audit-page';
import { changeComment, deleteComment, showComments } from './pages/comments-page';
import { restoreArticle, showHistory } from './article/history-page';
import { acceptImport, cancelImport, changeColumns, showImport, undoImport } from './pages/import-page';
import {
  createFirstImport,
  createImport,
  IMPORTS,
  showImports,
  showNewDictionary,
} from './pages/imports-page';
import { removeMember, saveMember, showMembers } from './pages/members-page';
import { showMissed } from './pages/missed-page';
import { changeProfile, showProfile } from './pages/profile-page';
import { changeUser, createUser, showUsers } from './pages/users-page';
import { ACCOUNT, APPLICATIONS, AUDIT, COMMENTS, PROPOSALS, USERS } from './addresses';
import {
  changeAgreement,
  changePassword,
  createKey,
  revokeOwnKey,
  showAccount,
} from './pages/account/account-page';
import { createResetLink, revokeKeyOfUser, showUser } from './pages/account/user-page';
import { showHome } from './pages/home-page';
import type { DeskHandler } from './desk-context';

const DICTIONARY = `${DESK}/dictionaries/:dictionary`;
const IMPORT = `${IMPORTS}/:import`;
const APPLICATION = `${APPLICATIONS}/:application`;
const FIELD = `${APPLICATION}/fields/:field`;
const PROPOSAL = `${PROPOSALS}/:proposal`;
const ARTICLE = `${DICTIONARY}/articles/:article`;

/** Pages where readers suggest articles and changes, even without an account. */
export const GUEST_ROUTES: readonly (readonly [method: 'get' | 'post', path: string, show: DeskHandler])[] = [
  ['get', `${SUGGESTIONS}/:dictionary`, showNew],
  ['post', `${SUGGESTIONS}/:dictionary`, createArticle],
  ['get', `${SUGGESTIONS}/:dictionary/:article`, showArticle],
  ['post', `${SUGGESTIONS}/:dictionary/:article`, changeArticle],
];

/** All pages of the desk for signed-in users. */
export const ROUTES: readonly (readonly [method: 'get' | 'post', path: string, show: DeskHandler])[] = [
  ['get', DESK, showHome],
  ['get', DICTIONARY, showArticles],
  ['get', `${DICTIONARY}/new`, showNew],
  ['post', `${DICTIONARY}/new`, createArticle],
  ['get', ARTICLE, showArticle],
  ['post', ARTICLE, changeArticle],
  ['post', `${ARTICLE}/row`, changeRow],
  ['post', `${ARTICLE}/state`, changeState],
  ['post', `${ARTICLE}/media`, changeMedia],
  ['post', `${DICTIONARY}/bulk`, changeSelected],
  ['get', `${ARTICLE}/json`, showSource],
  ['post', `${ARTICLE}/json`, changeSource],
  ['get', `${ARTICLE}/history`, showHistory],
  ['post', `${ARTICLE}/restore`, restoreArticle],
  ['get', `${DICTIONARY}/proposals`, showProposals],
  ['get', PROPOSALS, showOwnProposals],
  ['get', PROPOSAL, showProposal],
  ['post', PROPOSAL, reviewProposal],
  ['post', `${PROPOSAL}/withdraw`, withdrawProposal],
  ['get', `${DICTIONARY}/missed`, showMissed],
  ['get', `${DICTIONARY}/import`, showImports],
  ['post', `${DICTIONARY}/import`, createImport],
  ['get', `${DESK}/import`, showNewDictionary],
  ['post', `${DESK}/import`, createFirstImport],
  ['get', IMPORT, showImport],
  ['post', `${IMPORT}/columns`, changeColumns],
  ['post', `${IMPORT}/accept`, acceptImport],
  ['post', `${IMPORT}/cancel`, cancelImport],
  ['post', `${IMPORT}/undo`, undoImport],
  ['get', `${DICTIONARY}/members`, showMembers],
  ['post', `${DICTIONARY}/members`, saveMember],
  ['post', `${DICTIONARY}/members/remove`, removeMember],
  ['get', `${DICTIONARY}/profile`, showProfile],
  ['post', `${DICTIONARY}/profile`, changeProfile],
  ['get', APPLICATIONS, showApplications],
  ['post', APPLICATIONS, createApplication],
  ['get', APPLICATION, showApplication],
  ['post', APPLICATION, changeApplication],
  ['post', `${APPLICATION}/fields`, createField],
  ['post', `${APPLICATION}/conversations`, createConversation],
  ['get', `${APPLICATION}/connectors`, showConnectors],
  ['get', `${APPLICATION}/conversations/:conversation`, showConversation],
  ['post', `${APPLICATION}/conversations/:conversation`, changeConversation],
  ['get', FIELD, showField],
  ['post', FIELD, changeField],
  ['post', `${FIELD}/teach`, teachIntent],
  ...PART_KINDS.flatMap(
    ({ step }) =>
      [
        ...(step === 'components' ? [] : [['post', `${FIELD}/${step}`, createPart[step]] as const]),
        ['get', `${FIELD}/${step}/:part`, showPart[step]],
        ['post', `${FIELD}/${step}/:part`, changePart[step]],
      ] as const,
  ),
  ['get', COMMENTS, showComments],
  ['post', `${COMMENTS}/state`, changeComment],
  ['post', `${COMMENTS}/delete`, deleteComment],
  ['get', ACCOUNT, showAccount],
  ['post', `${ACCOUNT}/password`, changePassword],
  ['post', `${ACCOUNT}/agreement`, changeAgreement],
  ['post', `${ACCOUNT}/keys`, createKey],
  ['post', `${ACCOUNT}/keys/revoke`, revokeOwnKey],
  ['get', USERS, showUsers],
  ['post', USERS, createUser],
  ['get', `${USERS}/:user`, showUser],
  ['post', `${USERS}/:user/reset-link`, createResetLink],
  ['post', `${USERS}/:user/keys/revoke`, revokeKeyOfUser],
  ['post', `${USERS}/:user`, changeUser],
  ['get', AUDIT, showAudit],
];
