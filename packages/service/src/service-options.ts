import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest } from 'fastify';
import type { CrossOriginRules } from './cross-origin.js';
import type { serviceSettings } from './settings/platform-settings.js';
import type { SettingDefinitions, Settings } from './settings/read-settings.js';
import type { UnreadableAnswer, UnreadableRequest } from './unreadable-request.js';

/** How long the parts of a request may take, and how large they may be. */
export interface RequestBounds {
  /** Largest body where its handler says nothing else, in bytes. */
  readonly bodyBytes: number;
  /** Largest request line and headers together, in bytes. */
  readonly headerBytes: number;
  /** Time for the headers to arrive. */
  readonly headersTimeoutMs: number;
  /** Time for the body to arrive. Each `bodyBytesPerSecond` bytes that have arrived add one second. */
  readonly requestTimeoutMs: number;
  readonly bodyBytesPerSecond: number;
  /** How long an idle connection is kept. A request that begins at its end still has `headersTimeoutMs`. */
  readonly keepAliveTimeoutMs: number;
  /** How long an answer that is not complete may stand still: no byte of it leaves. */
  readonly stallTimeoutMs: number;
  /** How long the answer to an unreadable request may take to reach the client, before the connection is cut. */
  readonly farewellMs: number;
  /** How often connections are checked. Each time above may be exceeded by twice this. */
  readonly connectionCheckMs: number;
}

/** The bounds that hold where a service says nothing else: bytes, bytes a second and milliseconds. */
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
  /** 0 means any free port. */
  readonly port: number;
}

/** What makes a service of a Nest module. */
export interface ServiceOptions {
  /** `auth`, `api`, `worker`: the name in every log line. */
  readonly name: string;
  /** Its version, which health, metrics and the first log line tell; `readVersion` reads it. */
  readonly version: string;
  /** The module of the application. */
  readonly module: Type | DynamicModule;
  /** All settings of the service. Every module can inject them under `ENV`. */
  readonly env: ServiceEnv;
  /** What `env` was read by. Variables of the environment that are nearly called so are told in the log. */
  readonly settings: SettingDefinitions;
  readonly bounds?: Partial<RequestBounds>;
  /** Routes that are called so often that their calls are logged at debug only, like those for health and metrics. */
  readonly quietRoutes?: readonly string[];
  /** Makes the answer to a request that cannot be read. Default: a body in the form of Fastify. */
  readonly answerUnreadable?: (request: UnreadableRequest) => UnreadableAnswer;
  /** Who shares one portion of the memory for bodies, asked for when a body is read. Default: the address that calls. */
  readonly bodyCallerOf?: (request: FastifyRequest) => string;
  /** How scripts of other origins may call. Default: not at all. */
  readonly crossOrigin?: CrossOriginRules;
  /** Answers a request whose path the router cannot read. Default: as Fastify does. */
  readonly answerUnroutable?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Further options of Fastify. */
  readonly fastify?: FastifyHttpOptions<Server>;
  /** Called after the application is made and before its routes are made: for hooks and plugins. Content type parsers do not stay. */
  readonly configure?: (application: NestFastifyApplication) => void | Promise<void>;
}

/** A service that listens. */
export interface RunningService {
  readonly application: NestFastifyApplication;
  readonly port: number;
  /** Takes no more requests, lets the current ones finish, and closes everything. True if all finished in time. */
  stop(): Promise<boolean>;
}
