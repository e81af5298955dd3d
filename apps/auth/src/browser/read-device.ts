import type { Device } from '@trading-platform/auth-core';
import { parse } from 'bowser';
import type { FastifyRequest } from 'fastify';

/** The maximum length of a header that is read. Browsers send shorter ones. */
const longestAgent = 300;
const longestName = 40;

/** Reads what a browser says about itself. The names are only shown to the person: anybody can send any header. */
export function readDevice({ headers }: Pick<FastifyRequest, 'headers'>): Device {
  const agent = headers['user-agent']?.slice(0, longestAgent);
  if (agent === undefined || agent === '') return {};
  const { browser, os } = parse(agent);
  return { browserName: nameOf(browser.name), systemName: nameOf(os.name) };
}

function nameOf(name: string | undefined): string | undefined {
  return name === undefined || name === '' ? undefined : name.slice(0, longestName);
}
