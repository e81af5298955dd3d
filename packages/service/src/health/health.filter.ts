import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Answers a failed health check always in the same form; otherwise the application's error filter would answer. */
@Catch(ServiceUnavailableException)
export class HealthFilter implements ExceptionFilter<ServiceUnavailableException> {
  async catch(error: ServiceUnavailableException, host: ArgumentsHost): Promise<void> {
    await host.switchToHttp().getResponse<FastifyReply>().code(error.getStatus()).send(error.getResponse());
  }
}
