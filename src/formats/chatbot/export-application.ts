import { Application, type ApplicationRecord } from '../../domain/chatbot/application';
import { connectorsWith, type ConnectorSettings } from '../../domain/chatbot/connectors';
import { type DomainClass, membersOf } from '../../domain/chatbot/owned/members';
import { type OwnedKey, type OwnedObject, redacted } from '../../domain/chatbot/owned/owned-record';
import { kindsIn, type OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedListService } from '../../services/applications/owned-list.service';
import { type Json, jsonOf } from '../../shared/json';
import { wireName } from './wire-names';

type Members = Readonly<Record<string, unknown>>;

/** Text that goes out at once, in characters. */
const CHUNK = 64 * 1024;

/**
 * One JSON document of an application with everything that it owns, under the documented names, piece by piece. Secrets
 * are replaced, their names kept; the password is not there at all. What changes meanwhile is in the document or not.
 */
export async function* exportApplication(
  application: ApplicationRecord,
  owned: OwnedListService,
): AsyncGenerator<string> {
  let waiting = '';
  for await (const piece of piecesOf(application, owned)) {
    waiting += piece;
    if (waiting.length < CHUNK) continue;
    yield waiting;
    waiting = '';
  }
  yield `${waiting}\n`;
}

function piecesOf(application: ApplicationRecord, owned: OwnedListService): AsyncGenerator<string> {
  const settings = connectorsWith({}, JSON.parse(application.connectors) as ConnectorSettings);
  const { publicId, name, email, isDisabled, isCompilationDisabled } = application;
  const { likeCount, unlikeCount, lastUpdate } = application;
  const members = {
    ...written(Application, application as unknown as Members),
    ...wired({
      publicId,
      name,
      email,
      isDisabled,
      isCompilationDisabled,
      likeCount,
      unlikeCount,
      lastUpdate,
    }),
    connectors: wired(redacted(settings) as Members),
  };
  return objectPieces(members, { name: 'Application', key: publicId, owned });
}

interface Place {
  readonly name: string;
  readonly key: OwnedKey;
  readonly owned: OwnedListService;
}

/** The text of an object: its own members, then its lists. */
async function* objectPieces(members: Members, { name, key, owned }: Place): AsyncGenerator<string> {
  yield jsonOf(members).slice(0, -1);
  for (const kind of kindsIn(name)) {
    yield `,${JSON.stringify(wireName(kind.list))}:[`;
    let separator = '';
    for await (const object of owned.walk(kind, key)) {
      yield separator;
      yield* objectPieces(membersFor(kind, object), { name: kind.name, key: object.key, owned });
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

function membersFor(kind: OwnedKind, object: OwnedObject): Members {
  const { publicId, number, lastUpdate, appToken } = object;
  return {
    ...written(kind.type, object),
    ...wired({ publicId: kind.isNumbered ? number : publicId, lastUpdate }),
    ...(appToken === undefined ? {} : { [wireName('appToken')]: redacted(appToken as Json) }),
  };
}

/** What a class declares, under the documented names; a part of an object likewise. */
function written(type: DomainClass, object: Members): Members {
  const members = membersOf(type).map((member) => {
    const value = object[member.name];
    const isPart = member.type !== undefined && typeof value === 'object' && value !== null;
    return [wireName(member.name), isPart ? wired(value as Members) : value];
  });
  return Object.fromEntries(members) as Members;
}

function wired(members: Members): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [wireName(name), value]));
}
