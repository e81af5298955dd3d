import type { FastifyInstance, preSerializationHookHandler } from 'fastify';
import { servedEnvelope } from './envelope.js';

/**
 * Puts every object that a handler returns into the envelope of a successful call (Spec 2.2). A Fastify hook is used, because an
 * interceptor would take as long as the guards and the pipe together.
 *
 * @param openPaths paths whose answers get no envelope
 */
export function encloseAnswers(fastify: FastifyInstance, openPaths: readonly string[]): void {
  fastify.addHook('onRoute', (route) => {
    if (!openPaths.includes(route.url)) route.preSerialization = enclose;
  });
}

const enclose: preSerializationHookHandler = (request, _reply, answer, done) => {
  done(null, servedEnvelope(request.id, answer as object));
};
