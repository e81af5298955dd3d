import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { CrossOriginRules } from './cross-origin.js';
import type { serviceSettings } from './settings/platform-settings.js';
import type { SettingDefinitions, Settings } from './settings/read-settings.js';
import type { UnreadableAnswer, UnreadableRequest } from './unreadable-request.js';

/** Limits on the time and size of the parts of a request. */
export interface RequestBounds {
  /** Largest body in bytes, if its handler sets no other limit. */
  readonly bodyBytes: number;
  /** Largest request line and headers together, in bytes. */
  readonly headerBytes: number;
  /** Time for the headers to arrive. */
  readonly headersTimeoutMs: number;
  /** Time for the body to arrive. It grows by one second for every `bodyBytesPerSecond` bytes that arrive. */
  readonly requestTimeoutMs: number;
  readonly bodyBytesPerSecond: number;
  /** Lifetime of an idle connection. A request that begins at its end still has `headersTimeoutMs`. */
  readonly keepAliveTimeoutMs: number;
  /** Longest time without a sent byte in an incomplete answer. */
  readonly stallTimeoutMs: number;
  /** Time for the answer to an unreadable request to reach the client, before the connection is cut. */
  readonly farewellMs: number;
  /** Interval of the checks of connections. Each time above may be exceeded by twice this. */
  readonly connectionCheckMs: number;
}

/** The default bounds: bytes, bytes a second and milliseconds. */
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

/** The common settings of all services; each service adds its own. */
export interface ServiceEnv extends Settings<typeof serviceSettings> {
  /** 0 means any free port. */
  readonly port: number;
}

/** A service, made of a Nest module. */
export interface ServiceOptions {
  /** `auth`, `api`, `worker`: the name in every log line. */
  readonly name: string;
  /** Its version in health, metrics and the first log line, from `readVersion`. */
  readonly version: string;
  /** The module of the application. */
  readonly module: Type | DynamicModule;
  /** All settings of the service. Every module can inject them under `ENV`. */
  readonly env: ServiceEnv;
  /** The definitions of `env`. The log reports environment variables with similar names. */
  readonly settings: SettingDefinitions;
  readonly bounds?: Partial<RequestBounds>;
  /**
   * Routes that are called so often that their calls are logged only at level debug, like those of health and metrics.
   */
  readonly quietRoutes?: readonly string[];
  /** Makes the answer to an unreadable request. Default: a body in the form of Fastify. */
  readonly answerUnreadable?: (request: UnreadableRequest) => UnreadableAnswer;
  /**
   * The caller that shares one portion of the memory for bodies, determined when a body is read. Default: the caller's
   * address.
   */
  readonly bodyCallerOf?: (request: FastifyRequest) => string;
  /** The rights of scripts of other origins. Default: none. */
  readonly crossOrigin?: CrossOriginRules;
  /** Answers a request whose path the router cannot read. Default: Fastify's own answer. */
  readonly answerUnroutable?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Other options of Fastify. */
  readonly fastify?: FastifyHttpOptions<Server>;
  /**
   * Called after the application is created and before its routes are created. It can add hooks and plugins. Content
   * type parsers are removed later.
   */
  readonly configure?: (application: NestFastifyApplication) => void | Promise<void>;
}

/** A service that listens. */
export interface RunningService {
  readonly application: NestFastifyApplication;
  readonly port: number;
  /**
   * Accepts no more requests, finishes the current requests, and closes everything. Returns true if all requests
   * finished in time.
   */
  stop(): Promise<boolean>;
}
