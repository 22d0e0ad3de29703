import type { Answer } from '../reply/answer';
import { MAX_REST_PAGE_SIZE } from '../../shared/paging';
import { answerInPages } from './answering-in-pages';
import { ignoredMembers } from '../request/ignored-members';
import { lacksText, variablesFor, type Inquiry } from './inquiry';
import { pagingOf } from '../reply/paging';
import { presentList, presentOne } from '../reply/present';
import { emptyListOf, nothingOf, readList, readOne } from '../document/reading';
import type { Item } from '../table/row';

/**
 * Answers by running the document of the route.
 *
 * @throws Failure INVALID_INPUT that names the parameter, before anything runs
 * @throws ExecutionErrors when the document does not execute cleanly
 */
export function answer(inquiry: Inquiry): Promise<Answer> {
  return inquiry.route.row.shows === 'list' ? answerWithList(inquiry) : answerWithOne(inquiry);
}

async function answerWithOne(inquiry: Inquiry): Promise<Answer> {
  const { route, caller, run } = inquiry;
  const { shape } = route.operation;
  const variables = variablesFor(inquiry);
  const reading = lacksText(inquiry) ? nothingOf(shape) : readOne(shape, await run(variables));
  const answered = presentOne(route, caller, reading);
  return { ...answered, headers: { ...answered.headers, ...ignoredMembers(inquiry) } };
}

async function answerWithList(inquiry: Inquiry): Promise<Answer> {
  const { route, caller, query, run } = inquiry;
  const { shape } = route.operation;
  const paging = pagingOf(query, route.row.most);
  const variables = variablesFor(inquiry, paging);
  if (lacksText(inquiry)) return presentList(route, caller, { ...emptyListOf(shape), paging });
  const { each } = route.row;
  const finish = each === undefined ? undefined : (item: Item) => each.item(item, variables);
  if (paging.limit > MAX_REST_PAGE_SIZE) return answerInPages(inquiry, { paging, variables, finish });
  const reading = readList(shape, await run(variables), { paging, finish });
  return presentList(route, caller, { ...reading, paging });
}
