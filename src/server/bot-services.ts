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
import type { Storage } from '../storage/storage';

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
