import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { dateTimeText, numberText } from '../desk-locale';
import type { DeskLocale, DeskHandler, DeskContext } from '../desk-context';
import { type ApplicationHead, inApplication } from './application-page';

type ConnectorName = keyof DeskLocale['desk']['connectorNames'];

/** A message of a channel and the outcome of its answer. */
interface Delivery {
  readonly createdAt: string;
  readonly state: keyof DeskLocale['desk']['deliveryStates'];
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly nextAttemptAt: string | null;
}

interface ConnectorsData {
  readonly application:
    | (ApplicationHead & {
        readonly connectors: Readonly<Record<ConnectorName, Readonly<Record<string, unknown>>>>;
      } & Readonly<Record<ConnectorName, readonly Delivery[]>>)
    | null;
}

/** The page of the channels of an application: their settings without secrets, and the outcomes of the last answers. */
export const showConnectors: DeskHandler = async (context) => {
  const { read, param, locale } = context;
  const { desk } = locale;
  const { application } = await read<ConnectorsData>('connectors', { application: param('application') });
  if (!application) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const names = (Object.keys(desk.connectorNames) as ConnectorName[]).filter(
    (name) => Object.keys(application.connectors[name]).length > 0,
  );
  return inApplication(application, [], {
    title: desk.connectors,
    main: html`<h1>${desk.connectors}</h1>
      <p class="hint">${desk.connectorsHint}</p>
      ${names.length === 0 && html`<p>${desk.noConnectors}</p>`}
      ${names.map((name) => connector(name, application, context))}`,
  });
};

function connector(
  name: ConnectorName,
  application: NonNullable<ConnectorsData['application']>,
  { locale }: DeskContext,
): Html {
  const { desk } = locale;
  const settings = application.connectors[name];
  const documented = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const path = `/chatbot/connectors/${application.publicId}/${documented}`;
  return html`<h2>${desk.connectorNames[name]}</h2>
    <pre class="code" tabindex="0" aria-label="${desk.connectorNames[name]}">
${JSON.stringify(settings, null, 2)}</pre>
    ${
      'webhook' in settings &&
      html`<p>${fillText(desk.webhookHint, { path })}</p>
        ${deliveries(application[name], locale)}`
    }`;
}

function deliveries(all: readonly Delivery[], locale: DeskLocale): Part {
  const { desk } = locale;
  if (all.length === 0) return html`<p>${desk.noDeliveries}</p>`;
  return html`<ol class="lines">
    ${all.map(
      ({ createdAt, state, attempts, status, problem, nextAttemptAt }) =>
        html`<li class="line">
          ${dateTimeText(locale, createdAt)} <span class="tag">${desk.deliveryStates[state]}</span>
          <span class="hint">
            ${desk.attempts}${desk.colon} ${numberText(locale, attempts)}
            ${status !== null && `· HTTP ${String(status)}`}
            ${problem !== null && html`· <span class="text">${problem}</span>`}
            ${nextAttemptAt !== null && `· ${desk.nextAttempt}${desk.colon} ${dateTimeText(locale, nextAttemptAt)}`}
          </span>
        </li>`,
    )}
  </ol>`;
}
