import { isJsonList, isJsonObject, type Json } from '../../../shared/json';

/** Stands where a secret is. */
const REDACTED = '[redacted]';

/** Free JSON whose values are secrets: the names of members stay, so that one sees what is set. */
export function redacted(value: Json): Json {
  if (isJsonList(value)) return value.map(redacted);
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redacted(inner)]));
  return value === null || value === '' ? value : REDACTED;
}
