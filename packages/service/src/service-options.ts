import type { Server } from 'node:http';
import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions } from 'fastify';
import type { LogFormat, LogLevel } from './logging/create-log.js';

/** How long and how large the parts of a request may be. */
export interface RequestBounds {
  /** Largest body that is read, in bytes. */
  readonly bodyBytes: number;
  /** Largest request line and headers together, in bytes. */
  readonly headerBytes: number;
  /** For the headers to arrive. */
  readonly headersTimeoutMs: number;
  /** For the whole request to arrive, body included. */
  readonly requestTimeoutMs: number;
  /** For which an idle connection is kept. */
  readonly keepAliveTimeoutMs: number;
  /** For which nothing may move on a connection in the middle of a request or an answer. */
  readonly stallTimeoutMs: number;
}

export const defaultRequestBounds: RequestBounds = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 120_000,
};

export interface ServiceOptions {
  /** `auth`, `api`, `worker`: stands in every log line. */
  readonly name: string;
  /** The module of the application. */
  readonly module: Type | DynamicModule;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** How many proxies in front are believed. */
  readonly trustProxy: number;
  readonly shutdownTimeoutSeconds: number;
  readonly shutdownDelaySeconds: number;
  readonly bounds?: Partial<RequestBounds>;
  /** Routes that are asked so often that their calls are logged at debug only, as those for health and metrics are. */
  readonly quietRoutes?: readonly string[];
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
