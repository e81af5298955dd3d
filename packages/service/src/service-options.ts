import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { CrossOriginRules } from './cross-origin.js';
import type { serviceSettings } from './settings/platform-settings.js';
import type { Settings } from './settings/read-settings.js';
import type { UnreadableAnswer, UnreadableRequest } from './unreadable-request.js';

/** How long and how large the parts of a request may be. */
export interface RequestBounds {
  /** Largest body that is read, in bytes. */
  readonly bodyBytes: number;
  /** Largest request line and headers together, in bytes. */
  readonly headerBytes: number;
  /** Time for the headers to arrive. */
  readonly headersTimeoutMs: number;
  /** Time for the body to arrive; what has arrived prolongs it, at the rate of `bodyBytesPerSecond`. */
  readonly requestTimeoutMs: number;
  readonly bodyBytesPerSecond: number;
  /** How long an idle connection is kept; a request that has begun by then still has the time of its headers. */
  readonly keepAliveTimeoutMs: number;
  /** How long a connection may send nothing while its request is not answered completely. */
  readonly stallTimeoutMs: number;
  /** How long the answer to an unreadable request may take to reach the client, before the connection is cut. */
  readonly farewellMs: number;
  /** How often connections are checked: each time above may be exceeded by two of these. */
  readonly connectionCheckMs: number;
}

export const defaultRequestBounds: RequestBounds = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  bodyBytesPerSecond: 65_536,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 120_000,
  farewellMs: 1_000,
  connectionCheckMs: 1_000,
};

/** The token under which the settings of a service are injected, in every module. */
export const ENV = Symbol('env');

/** The settings that a service starts with; each has more of its own. */
export interface ServiceEnv extends Settings<typeof serviceSettings> {
  /** 0 for any free one. */
  readonly port: number;
}

export interface ServiceOptions {
  /** `auth`, `api`, `worker`: stands in every log line. */
  readonly name: string;
  /** The module of the application. */
  readonly module: Type | DynamicModule;
  /** All settings of the service. Every module can inject them under `ENV`. */
  readonly env: ServiceEnv;
  readonly bounds?: Partial<RequestBounds>;
  /** Routes that are called so often that their calls are logged at debug only, as those for health and metrics are. */
  readonly quietRoutes?: readonly string[];
  /** What is said of a request that cannot be read off the line. Default: a body in the form of Fastify. */
  readonly describeUnreadable?: (request: UnreadableRequest) => UnreadableAnswer;
  /** How scripts of other origins may call. Default: not at all. */
  readonly crossOrigin?: CrossOriginRules;
  /** Answers a request whose path the router cannot read. Default: as Fastify does. */
  readonly answerUnroutable?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Further options of Fastify. */
  readonly fastify?: FastifyHttpOptions<Server>;
  /** Called once the application is made and before its routes are: the place for content type parsers and plugins. */
  readonly configure?: (application: NestFastifyApplication) => void | Promise<void>;
}

/** A service that listens. */
export interface RunningService {
  readonly application: NestFastifyApplication;
  readonly port: number;
  /** Takes no more requests, lets those under way finish, and closes everything. True if all finished in time. */
  stop(): Promise<boolean>;
}
