import type { OwnGrant, OwnSession } from '@trading-platform/auth-core';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import { accountMenu } from './account-menu.js';
import { type AccountTexts, accountTexts } from './account-texts.js';
import { hiddenFields, type ProvenForm } from './form-parts.js';
import { type Html, html } from './html.js';
import type { Language } from './page-language.js';
import { joined, renderPage } from './page-layout.js';

export interface AccessView extends ProvenForm {
  readonly sessions: readonly OwnSession[];
  /** Whether browsers can stay signed in on this server. */
  readonly keepsSessions: boolean;
  readonly grants: readonly OwnGrant[];
  /** The result of the last pressed button. */
  readonly done?: string | undefined;
}

const grantsShown = 100;
const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = { en: formatFor('en-GB'), ja: formatFor('ja-JP') };

/** Renders the page on which a person sees and ends the person's own sessions and grants. */
export function renderAccessPage(view: AccessView): string {
  const texts = accountTexts[view.language];
  const { done } = view;
  return renderPage({
    ...view,
    title: texts.accessTitle,
    menu: accountMenu(view, 'access'),
    content: html`<p class="lead">${texts.accessLead}</p>${done !== undefined && html`<p class="done" role="status">${done}</p>`}<form class="list" method="post" action="${view.formAction}">${hiddenFields(view)}${devices(texts, view)}${applications(texts, view)}</form><p class="note">${texts.timeZone}</p>`,
  });
}

function devices(texts: AccountTexts, { language, sessions, keepsSessions }: AccessView): Html {
  const heading = html`<h2>${texts.devices}</h2>`;
  if (sessions.length === 0) {
    return html`${heading}<p class="hint">${keepsSessions ? texts.noDevices : texts.devicesOff}</p>`;
  }
  const items = sessions.map((session) => {
    const name = texts.device(session.browserName, session.systemName);
    const times = timesOf(language, [texts.signedIn, session.startedAt], [texts.lastUse, session.lastUsedAt]);
    return html`<li><p><strong>${name}</strong>${session.isCurrent && html` <span class="tag">${texts.thisDevice}</span>`}</p>${times}<button class="secondary" type="submit" name="end_session" value="${session.sessionId}" aria-label="${texts.signOut}: ${name}">${texts.signOut}</button></li>`;
  });
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  const others = html`<button class="secondary" type="submit" name="decision" value="end-others">${texts.signOutOthers}</button>`;
  return html`${heading}<ul class="items">${joined(items)}</ul>${hasOthers && others}`;
}

function applications(texts: AccountTexts, { language, grants }: AccessView): Html {
  const heading = html`<h2>${texts.applications}</h2>`;
  if (grants.length === 0) return html`${heading}<p class="hint">${texts.noApplications}</p>`;
  const items = grants.slice(0, grantsShown).map((grant) => {
    const name = applicationName(texts, grant.clientName);
    const times = timesOf(language, [texts.allowed, grant.startedAt], [texts.lastUse, grant.renewedAt]);
    return html`<li><p><strong>${name}</strong></p>${times}${rightsOf(texts, language, grant)}<button class="secondary" type="submit" name="end_grant" value="${grant.grantId}" aria-label="${texts.endAccess}: ${name}">${texts.endAccess}</button></li>`;
  });
  const rest = grants.length - items.length;
  return html`${heading}<ul class="items">${joined(items)}</ul>${rest > 0 && html`<p class="hint">${texts.more(rest)}</p>`}`;
}

/** The name of an application. An application that has been removed has no name. */
export function applicationName({ goneApplication }: AccountTexts, name = ''): string {
  return name === '' ? goneApplication : name;
}

function rightsOf(texts: AccountTexts, language: Language, { rights }: OwnGrant): Html {
  if (rights.length === 0) return html`<p class="hint">${texts.mayNothing}</p>`;
  const words = rights.map((right) => html`<li>${rightMeanings[right][language]}</li>`);
  return html`<details><summary>${texts.may}</summary><ul>${joined(words)}</ul></details>`;
}

function timesOf(language: Language, ...times: readonly (readonly [label: string, at: number])[]): Html {
  const entries = times.map(
    ([label, at]) =>
      html`<div><dt>${label}</dt><dd><time datetime="${new Date(at).toISOString()}">${formats[language].format(at)}</time></dd></div>`,
  );
  return html`<dl class="times">${joined(entries)}</dl>`;
}

function formatFor(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone: 'Asia/Tokyo',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
