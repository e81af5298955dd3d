import type { FastifyInstance, preSerializationHookHandler } from 'fastify';
import { servedEnvelope } from './envelope.js';

/**
 * Puts every object that a handler answers into the envelope of a call that was served (Spec 2.2). An interceptor would take
 * as long for it as the guards and the pipe together.
 *
 * @param openPaths those whose answers stand alone
 */
export function encloseAnswers(fastify: FastifyInstance, openPaths: readonly string[]): void {
  fastify.addHook('onRoute', (route) => {
    if (!openPaths.includes(route.url)) route.preSerialization = enclose;
  });
}

const enclose: preSerializationHookHandler = (request, _reply, answer, done) => {
  done(null, servedEnvelope(request.id, answer as object));
};
