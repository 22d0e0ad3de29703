import type { Config } from '../config/load-config';
import { type Metrics, watchedLogins } from '../observability/metrics';
import { ApiKeyService } from '../services/accounts/api-key.service';
import { FirstAccountsService } from '../services/accounts/first-accounts.service';
import { AddressLimit, LoginLimits } from '../services/accounts/login-limits';
import { LoginService } from '../services/accounts/login.service';
import { PasswordResetService } from '../services/accounts/password-reset.service';
import { SessionService } from '../services/accounts/session.service';
import { TokenCodec } from '../services/accounts/token-codec';
import { UserService } from '../services/accounts/user.service';
import { ApplicationLoginService } from '../services/applications/application-login.service';
import { ApplicationService } from '../services/applications/application.service';
import type { DictionaryService } from '../services/dictionaries/dictionary.service';
import type { Storage } from '../storage/storage';
import { signingSecret } from './signing-secret';
import { ResourceListService } from '../services/applications/resource-list.service';
import { OutboxService } from '../services/webhooks/outbox.service';
import type { SendRules } from '../services/webhooks/send-request';
import { type WebhookParts, WebhookService } from '../services/webhooks/webhook.service';
import { ConversationTurnService } from '../services/recognition/conversation-turn.service';
import { UnresolvedRequestService } from '../services/recognition/unresolved-requests.service';
import { RecognitionService } from '../services/recognition/recognition.service';
import { ResourceWritingService } from '../services/applications/resource-writing.service';
import { WorkBudgets } from '../services/limits/request-limits';
import type { MissedSearches } from '../services/search/missed-searches';

export type AccountConfig = Pick<
  Config,
  'dataDir' | 'jwtSecret' | 'jwtSecretPrevious' | 'appTokenHours' | 'webhooksToPrivateAddresses'
>;

interface AccountParts {
  readonly config: AccountConfig;
  readonly metrics: Metrics | undefined;
  /** Whether callers are limited, and whether callers on this machine are exempt. */
  readonly rules: ConstructorParameters<typeof LoginLimits>[1];
  readonly dictionaries: DictionaryService;
}

/** Creates the services for accounts of users and applications: logins, sessions, keys, roles. */
export function accountServicesOf(storage: Storage, { config, metrics, rules, dictionaries }: AccountParts) {
  const users = new UserService(storage);
  const codec = new TokenCodec(() => ({
    current: signingSecret(config),
    previous: config.jwtSecretPrevious,
  }));
  const sessions = new SessionService(storage, codec);
  const limits = new LoginLimits(storage, rules);
  const limitOf = (name: ConstructorParameters<typeof AddressLimit>[2]) =>
    new AddressLimit(storage, rules, name);
  const logins = new LoginService(storage, sessions, {
    limits,
    watch: metrics && watchedLogins(metrics, 'user'),
  });
  return {
    users,
    sessions,
    logins,
    apiKeys: new ApiKeyService(storage, dictionaries, codec),
    passwordResets: new PasswordResetService(
      storage,
      { users, logins },
      { byAddress: limitOf('reset-address'), byAccount: limitOf('reset-account') },
    ),
    firstAccounts: new FirstAccountsService(storage, users),
    applications: new ApplicationService(
      storage,
      { logins: limits, registrations: limitOf('registration-address') },
      { toPrivate: config.webhooksToPrivateAddresses },
    ),
    applicationLogins: new ApplicationLoginService(storage, sessions, {
      limits,
      tokenHours: config.appTokenHours,
      watch: metrics && watchedLogins(metrics, 'application'),
    }),
  };
}

type BotParts = Pick<WebhookParts, 'rules'> & SendRules & { readonly missedSearches: MissedSearches };

/** Creates the services that read and write the resources of applications and run their bots. */
export function botServicesOf(storage: Storage, { rules, missedSearches, toPrivate }: BotParts) {
  const budgets = new WorkBudgets(storage, rules);
  const resourceWrites = new ResourceWritingService(storage);
  const recognition = new RecognitionService(storage);
  const conversationTurns = new ConversationTurnService(storage, recognition, resourceWrites);
  const outbox = new OutboxService(storage, { toPrivate });
  return {
    resources: new ResourceListService(storage),
    resourceWrites,
    recognition,
    unresolvedRequests: new UnresolvedRequestService(storage, missedSearches),
    conversationTurns,
    budgets,
    outbox,
    webhooks: new WebhookService(storage, {
      turns: conversationTurns,
      writes: resourceWrites,
      budgets,
      rules,
      wake: outbox.wake.bind(outbox),
    }),
  };
}
