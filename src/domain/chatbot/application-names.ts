import { nameKeyOf } from '../account/account-names';
import { skeletonOf } from '../account/look-alike';
import type { Application, ApplicationRecord } from './application';
import { gramsOf } from './owned/search-grams';

/** The forms of the names of an application by which it is found, and known from look-alikes. */
export function namesOf({
  name,
  email,
}: Pick<Application, 'name' | 'email'>): Pick<
  ApplicationRecord,
  'nameKey' | 'emailKey' | 'skeleton' | 'grams'
> {
  const [nameKey, emailKey] = [nameKeyOf(name), nameKeyOf(email)];
  return { nameKey, emailKey, skeleton: skeletonOf(name), grams: gramsOf(nameKey, emailKey) };
}
