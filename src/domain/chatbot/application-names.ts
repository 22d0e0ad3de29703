import { nameKeyOf } from '../account/account-names';
import type { Application, ApplicationRecord } from './application';
import { gramsOf } from './search-grams';

/** The forms of the names of an application by which it is found. */
export function namesOf({
  name,
  email,
}: Pick<Application, 'name' | 'email'>): Pick<ApplicationRecord, 'nameKey' | 'emailKey' | 'grams'> {
  const [nameKey, emailKey] = [nameKeyOf(name), nameKeyOf(email)];
  return { nameKey, emailKey, grams: gramsOf(nameKey, emailKey) };
}
