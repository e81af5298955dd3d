import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { servedEnvelope } from './envelope.js';

/** Puts what a handler returns into the envelope (Spec 2.2). */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<object | undefined, object> {
  intercept(context: ExecutionContext, next: CallHandler<object | undefined>): Observable<object> {
    const { id } = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(map((answer) => servedEnvelope(id, answer ?? {})));
  }
}
