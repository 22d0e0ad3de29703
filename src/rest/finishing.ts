import type { JsonSchema } from './openapi/json-schema';
import type { Variables } from './variables';

type Item = Readonly<Record<string, unknown>>;

/** What an alias cannot say about the items of a list, as they are sent and as they are described. */
export interface Finishing {
  readonly item: (item: Item, variables: Variables) => Item;
  /** The schema of a finished item, from that of what the document selects. */
  readonly schema: (selected: JsonSchema) => JsonSchema;
}
